// What the board shows: a position, with what is new in it and what is being considered.
import type { Choice, Seat, View } from "../lib/types";
import { other } from "../lib/types";
import { builds, read } from "./choices";

interface Held {
  bridges: string[];
  islands: string[];
}

export interface Shown {
  White: Held;
  Black: Held;
  fresh: string[]; // bridges of the last turn
  doomed: string[]; // bridges that would fall
  losing: string[]; // islands that would be lost
  ghosts: { line: string; seat: Seat }[]; // bridges that would be built
  gaining: { island: string; seat: Seat }[];
}

const NOTHING = { doomed: [], losing: [], ghosts: [], gaining: [] };

export function position(view: View): Shown {
  return {
    White: { bridges: view.white.bridges, islands: view.white.islands },
    Black: { bridges: view.black.bridges, islands: view.black.islands },
    fresh: lastBuilt(view),
    ...NOTHING,
  };
}

/** The position with what a choice of this seat would bring, as ghosts. */
export function considering(shown: Shown, choice: Choice, seat: Seat): Shown {
  const { kind, line } = read(choice);
  return {
    ...shown,
    doomed: choice.removes,
    losing: choice.loses,
    ghosts: builds(kind) ? [{ line, seat }] : [],
    gaining: choice.gains.map((island) => ({ island, seat })),
  };
}

/** The position after a step: what the server said it brings, put into effect. */
export function after(shown: Shown, step: Choice, seat: Seat): Shown {
  const { kind, line } = read(step);
  const theirs = other(seat);
  const own: Held = {
    bridges: builds(kind) ? [...minus(shown[seat].bridges, [line]), line] : shown[seat].bridges,
    islands: [...shown[seat].islands, ...minus(step.gains, shown[seat].islands)],
  };
  const opposed: Held = {
    bridges: minus(shown[theirs].bridges, step.removes),
    islands: minus(shown[theirs].islands, step.loses),
  };
  return {
    White: seat === "White" ? own : opposed,
    Black: seat === "White" ? opposed : own,
    fresh: builds(kind) ? [...shown.fresh, line] : shown.fresh,
    ...NOTHING,
  };
}

/** The position before the last turn: its steps taken back. */
export function before(view: View, seat: Seat): Shown {
  const theirs = other(seat);
  const shown = { ...position(view), fresh: [] };
  for (const step of [...view.last].reverse()) {
    const { kind, line } = read(step);
    shown[seat] = {
      bridges: builds(kind) ? minus(shown[seat].bridges, [line]) : shown[seat].bridges,
      islands: minus(shown[seat].islands, step.gains),
    };
    shown[theirs] = {
      bridges: [...shown[theirs].bridges, ...step.removes],
      islands: [...shown[theirs].islands, ...step.loses],
    };
  }
  return shown;
}

/** The bridges that the last turn built and that still stand. */
export function lastBuilt(view: View): string[] {
  const standing = new Set([...view.white.bridges, ...view.black.bridges]);
  return view.last
    .map(read)
    .filter((step) => builds(step.kind) && standing.has(step.line))
    .map((step) => step.line);
}

function minus(from: readonly string[], what: readonly string[]): string[] {
  return from.filter((name) => !what.includes(name));
}
