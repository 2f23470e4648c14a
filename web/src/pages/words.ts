// What the pages around the table say.
import { part } from "../lib/part";
import de from "../words/de/pages.json";
import en from "../words/en/pages.json";

export type PageKey = keyof typeof en;
export const say = part<PageKey>({ en, de });
