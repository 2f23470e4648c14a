// A short story on the board, as data: where it begins, and what happens step by step. What a step
// brings was worked out by the rules in Python, and a test there sees to it that it stays true.
import type { Choice, Seat } from "../lib/types";
import { after, type Shown } from "../table/shown";

export interface Step extends Choice {
  seat: Seat;
}
export interface Script {
  white: string[];
  black: string[];
  islands: { white: string[]; black: string[] };
  steps: Step[];
}

export function opening(script: Pick<Script, "white" | "black" | "islands">): Shown {
  return {
    White: { bridges: script.white, islands: script.islands.white },
    Black: { bridges: script.black, islands: script.islands.black },
    fresh: [],
    doomed: [],
    losing: [],
    ghosts: [],
    gaining: [],
  };
}

/** The position after so many steps. */
export function told(script: Script, steps: number): Shown {
  return script.steps
    .slice(0, steps)
    .reduce((shown, step) => ({ ...after(shown, step, step.seat), fresh: [] }), opening(script));
}
