// How turns are judged, in signs: they differ by their shape, and each has a word.
import type { Judgement } from "../../lib/types";
import { type StudyKey, tell } from "../words";

export const SIGNS: Record<Judgement, string> = {
  best: "★",
  good: "✓",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  forced: "·",
};

export function judgementName(judgement: Judgement): string {
  return tell(`judgement.${judgement}` as StudyKey);
}

/** A probability in whole per cent. */
export function percent(value: number): string {
  return `${Math.round(100 * value)} %`;
}

/** A difference of probabilities in per cent, with its sign. */
export function points(value: number): string {
  const whole = Math.round(100 * value);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : "±"}${Math.abs(whole)} %`;
}
