// Times as people say them, in the chosen language.
import { words } from "./words.svelte";

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A day, such as 3 May 2026. */
export function date(at: number): string {
  return new Intl.DateTimeFormat(words.language, { dateStyle: "medium" }).format(at);
}

/** How far a moment is away, such as "in 2 days" or "3 hours ago". */
export function away(at: number, now = Date.now()): string {
  const distance = at - now;
  const format = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  for (const [unit, length] of STEPS)
    if (Math.abs(distance) >= length) return format.format(Math.trunc(distance / length), unit);
  return format.format(Math.trunc(distance / 1000), "second");
}
