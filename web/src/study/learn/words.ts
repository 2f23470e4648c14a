// What lessons say: the server names messages, here are their words.
import { part } from "../../lib/part";
import type { Values } from "../../lib/words.svelte";
import { islandName } from "../../table/geometry";
import { lineName } from "../../table/tell";
import de from "../../words/de/lessons.json";
import en from "../../words/en/lessons.json";

export type LessonKey = keyof typeof en;
const say = part<LessonKey>({ en, de });

export interface Message {
  key: string;
  values: Record<string, string | number>;
}

/** A message of the server in the reader's language, its islands and lines by their names. */
export function lesson(message: Message): string {
  const known = message.key in en;
  const key = known ? message.key : message.key.startsWith("illegal.") ? "illegal.other" : message.key;
  return say(key as LessonKey, named(message.values));
}

export function named(values: Record<string, string | number>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === "island" || name === "card"
        ? islandName(String(value))
        : name === "line"
          ? lineName(String(value))
          : value,
    ]),
  );
}
