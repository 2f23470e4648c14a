// What the rules page says; it comes with its chunk.
import { part } from "../lib/part";
import de from "../words/de/rules.json";
import en from "../words/en/rules.json";

export type RuleKey = keyof typeof en;
export const rule = part<RuleKey>({ en, de });

export function isRule(key: string): key is RuleKey {
  return key in en;
}
