// How turns are judged, in signs: they differ by their shape, and each has a word.
import type { Judgement } from "../../lib/types";
import { words } from "../../lib/words.svelte";
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

/** A probability in whole per cent, as the language writes it. */
export function percent(value: number): string {
  return format(value, "auto");
}

/** A difference of probabilities in per cent, with its sign. */
export function points(value: number): string {
  return format(value, "exceptZero");
}

function format(value: number, signDisplay: "auto" | "exceptZero"): string {
  return new Intl.NumberFormat(words.language, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay,
  }).format(value);
}
