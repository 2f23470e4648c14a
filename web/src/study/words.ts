// What the pages of learning and study say; it comes with their chunks.
import { part } from "../lib/part";
import de from "../words/de/study.json";
import en from "../words/en/study.json";

export type StudyKey = keyof typeof en;
export const tell = part<StudyKey>({ en, de });
