import { describe, expect, test, vi } from "vitest";
import type { Replay, ReplayStep, Seat } from "../../lib/types";
import { ReplayState, shownAt, turnAt, turnsOf } from "./state.svelte";

const SIDE = {
  bridges: [] as string[],
  islands: [],
  tokens: 0,
  points: 0,
  cards: 3,
  hand: "ABC",
  open: "",
  hidden: 0,
};

function step(token: string | null, seat: Seat | null, turn: number, bridges = ""): ReplayStep {
  return {
    token,
    seat,
    turn,
    gains: [],
    removes: [],
    loses: [],
    round: 1,
    phase: "play",
    mover: "White",
    last_turns: 0,
    white: { ...SIDE, bridges: bridges.split(" ").filter(Boolean) },
    black: SIDE,
    row: "DEF",
    pile: 10,
    discard: 0,
    guesses: {},
    scoring: null,
  } as ReplayStep;
}

const STEPS = [
  step(null, null, 1),
  step("AB", "White", 1, "AB"),
  step("BC", "White", 1, "AB BC"),
  step("+?K", "White", 1, "AB BC"),
  step("-", "Black", 2, "AB BC"),
  step("+D", "White", 3, "AB BC"),
  step("@ABC", null, 3, "AB BC"),
];
const REPLAY = {
  kgn: "",
  tags: {},
  viewer: null,
  steps: STEPS,
  remarks: [{ after: 2, text: "bold" }],
  result: "*",
  score: "0-0",
  termination: null,
} as unknown as Replay;

describe("turns of a replay", () => {
  test("steps of one player belong together, and a new row to the draw before it", () => {
    expect(turnsOf(STEPS).map(({ number, first, last }) => [number, first, last])).toEqual([
      [1, 1, 3],
      [2, 4, 4],
      [3, 5, 6],
    ]);
  });

  test("what this turn has built so far is fresh", () => {
    const turns = turnsOf(STEPS);
    expect(shownAt(STEPS, 2, turnAt(turns, 2)).fresh).toEqual(["AB", "BC"]);
    expect(shownAt(STEPS, 1, turnAt(turns, 1)).fresh).toEqual(["AB"]);
    expect(shownAt(STEPS, 4, turnAt(turns, 4)).fresh).toEqual([]);
  });
});

describe("going through a replay", () => {
  test("it stays within the game", () => {
    const replay = new ReplayState(REPLAY);
    replay.go(-3);
    expect(replay.at).toBe(0);
    replay.go(99);
    expect(replay.at).toBe(6);
  });

  test("by turns it stops at their ends", () => {
    const replay = new ReplayState(REPLAY);
    const places = [1, 1, 1, 1].map(() => {
      replay.byTurn(1);
      return replay.at;
    });
    expect(places).toEqual([3, 4, 6, 6]);
    replay.go(2);
    replay.byTurn(-1);
    expect(replay.at).toBe(0);
  });

  test("comments stand where they were made", () => {
    const replay = new ReplayState(REPLAY);
    replay.go(2);
    expect(replay.remarks.map(({ text }) => text)).toEqual(["bold"]);
    replay.go(3);
    expect(replay.remarks).toEqual([]);
  });

  test("it plays by itself to the end, and begins anew from there", () => {
    vi.useFakeTimers();
    const replay = new ReplayState(REPLAY);
    replay.toggle();
    vi.advanceTimersByTime(20_000);
    expect([replay.at, replay.playing]).toEqual([6, false]);
    replay.toggle();
    expect(replay.at).toBe(0);
    replay.stop();
    vi.useRealTimers();
  });
});
