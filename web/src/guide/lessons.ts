// First-game guidance: which situation is new to a player, from what the server's view says. It
// knows no rules: it recognises situations, and each is explained once.
import type { Choice, Seat, View } from "../lib/types";
import { read } from "../table/choices";

export const LESSONS = [
  "handicap",
  "turn",
  "protected",
  "open",
  "over",
  "lastTurn",
  "scored",
  "mustPlay",
  "mustDraw",
  "five",
  "fell",
  "wasCut",
  "gained",
  "danger",
  "canGain",
  "canCut",
  "wait",
  "pile",
] as const;
export type Lesson = (typeof LESSONS)[number];

interface Situation {
  view: View;
  mine: boolean; // it is my turn
  me: View["white"];
  byMe: boolean; // the last turn was mine
  last: Choice[];
  legal: ReturnType<typeof read>[];
}

const FULL = 5; // cards: more cannot be held (R7.2), and the view refuses the draw

// In the order in which they matter: what comes first is explained first.
const WHEN: Record<Lesson, (now: Situation) => boolean> = {
  handicap: ({ view, mine }) => mine && view.phase === "handicap",
  turn: ({ mine, me }) => mine && me.bridges.length === 0 && me.points === 0,
  protected: ({ view, mine }) => mine && view.variants.includes("1"),
  open: ({ view, mine }) => mine && view.variants.includes("2"),
  over: ({ view }) => view.mover === null,
  lastTurn: ({ view, mine }) => mine && view.last_turns > 0,
  scored: ({ view }) => view.scorings.length > 0 && view.mover !== null,
  mustPlay: ({ view, mine, me }) => mine && view.must_draw && me.cards >= FULL,
  mustDraw: ({ view, mine }) => mine && view.must_draw,
  five: ({ mine, me }) => mine && me.cards >= FULL,
  fell: ({ byMe, last }) =>
    !byMe && last.some((step) => step.gains.length > 0 && step.removes.length > 0),
  wasCut: ({ byMe, last }) => !byMe && last.some((step) => step.token.includes("x")),
  gained: ({ byMe, last }) => byMe && last.some((step) => step.gains.length > 0),
  danger: ({ view, me }) => view.round >= 2 && me.bridges.length > 0 && me.bridges.length <= 2,
  canGain: ({ mine, legal }) =>
    mine && legal.some((option) => option.gains.length > 0 && option.removes.length > 0),
  canCut: ({ mine, legal }) => mine && legal.some((option) => option.kind === "cut"),
  wait: ({ view, byMe, mine }) => byMe && !mine && view.mover !== null,
  pile: ({ view, mine }) => mine && view.pile === 0 && view.last_turns === 0,
};

/** What to explain now; null if nothing here is new. */
export function lesson(view: View, seen: ReadonlySet<Lesson>): Lesson | null {
  if (view.viewer === "Spectator") return null;
  const seat: Seat = view.viewer;
  const now: Situation = {
    view,
    me: seat === "White" ? view.white : view.black,
    mine: view.mover === seat,
    byMe: view.history.at(-1)?.seat === seat,
    last: view.last,
    legal: view.legal.map(read),
  };
  return LESSONS.find((one) => !seen.has(one) && WHEN[one](now)) ?? null;
}
