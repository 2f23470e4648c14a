// What the board shows: a position, with what is new in it and what is being considered.
import type { Choice, Seat, View } from "../lib/types";
import { other } from "../lib/types";
import { read } from "./choices";

export interface Shown {
  White: { bridges: string[]; islands: string[] };
  Black: { bridges: string[]; islands: string[] };
  fresh: string[]; // bridges of the last turn
  doomed: string[]; // bridges that would fall
  losing: string[]; // islands that would be lost
  ghosts: { line: string; seat: Seat }[]; // bridges that would be built
  gaining: { island: string; seat: Seat }[];
}

export function position(view: View): Shown {
  return {
    White: { bridges: view.white.bridges, islands: view.white.islands },
    Black: { bridges: view.black.bridges, islands: view.black.islands },
    fresh: [],
    doomed: [],
    losing: [],
    ghosts: [],
    gaining: [],
  };
}

/** The position with what a choice of this seat would bring, as ghosts. */
export function considering(shown: Shown, choice: Choice, seat: Seat): Shown {
  const { kind, line } = read(choice);
  const builds = kind === "build" || kind === "free" || kind === "handicap";
  return {
    ...shown,
    doomed: choice.removes,
    losing: choice.loses,
    ghosts: builds ? [{ line, seat }] : [],
    gaining: choice.gains.map((island) => ({ island, seat })),
  };
}

/** The position after a step: what the server said it brings, put into effect. */
export function after(shown: Shown, step: Choice, seat: Seat): Shown {
  const { kind, line } = read(step);
  const builds = kind === "build" || kind === "free" || kind === "handicap";
  const theirs = other(seat);
  const minus = (from: string[], what: string[]) => from.filter((name) => !what.includes(name));
  return {
    ...shown,
    [seat]: {
      bridges: builds ? [...shown[seat].bridges, line] : shown[seat].bridges,
      islands: [...shown[seat].islands, ...minus(step.gains, shown[seat].islands)],
    },
    [theirs]: {
      bridges: minus(shown[theirs].bridges, step.removes),
      islands: minus(shown[theirs].islands, step.loses),
    },
    fresh: builds ? [...shown.fresh, line] : shown.fresh,
    doomed: [],
    losing: [],
    ghosts: [],
    gaining: [],
  } as Shown;
}
