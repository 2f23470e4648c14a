// First-game guidance: each new situation is recognised, and explained once.
import { describe, expect, test } from "vitest";
import type { SideView, View } from "../lib/types";
import { type Lesson, lesson, LESSONS } from "./lessons";

function side(changed: Partial<SideView> = {}): SideView {
  return {
    seat: "White",
    bridges: ["AB", "AD", "BC"],
    bridges_left: 22,
    islands: [],
    tokens: 0,
    points: 0,
    cards: 3,
    open: "",
    hand: "ABC",
    hidden: 0,
    ...changed,
  };
}

function seen(changed: Partial<View> = {}): View {
  return {
    viewer: "White",
    starts: "White",
    variants: "none",
    handicap: null,
    round: 1,
    turn: 5,
    phase: "play",
    mover: "White",
    last_turns: 0,
    must_draw: false,
    white: side(),
    black: side({ seat: "Black" }),
    row: "DEF",
    pile: 9,
    discard: 2,
    discard_seen: "",
    unseen: "",
    scorings: [],
    history: [{ number: 4, seat: "Black", tokens: ["+?"] }],
    last: [],
    legal: [],
    result: "*",
    termination: null,
    score: "0-0",
    ...changed,
  };
}

const gain = { token: "AB", gains: ["A"], removes: ["AH"], loses: ["H"] };
const mine: View["history"] = [{ number: 4, seat: "White", tokens: ["AB"] }];
const scoring = { round: 1, white: 2, black: 1, winner: "White", points: 1 } as const;

const SITUATIONS: [Lesson, Partial<View>][] = [
  ["handicap", { phase: "handicap" }],
  ["turn", { white: side({ bridges: [] }) }],
  ["protected", { variants: "1" }],
  ["open", { variants: "2" }],
  ["over", { mover: null }],
  ["lastTurn", { last_turns: 1 }],
  ["scored", { scorings: [scoring] }],
  ["mustPlay", { must_draw: true, white: side({ cards: 5 }) }],
  ["mustDraw", { must_draw: true }],
  ["five", { white: side({ cards: 5 }) }],
  ["fell", { last: [gain] }],
  ["wasCut", { last: [{ token: "AHxAH", gains: [], removes: ["AH"], loses: [] }] }],
  ["gained", { last: [gain], history: mine, mover: "Black" }],
  ["danger", { round: 2, white: side({ bridges: ["AB"] }) }],
  ["canGain", { legal: [gain] }],
  ["canCut", { legal: [{ token: "AHxAH", gains: [], removes: ["AH"], loses: [] }] }],
  ["wait", { history: mine, mover: "Black" }],
  ["pile", { pile: 0 }],
];

describe("guidance", () => {
  test.each(SITUATIONS)("explains %s", (name, view) => {
    expect(lesson(seen(view), new Set())).toBe(name);
    expect(lesson(seen(view), new Set(LESSONS))).toBeNull();
  });

  test("knows every lesson by a situation", () => {
    expect(new Set(SITUATIONS.map(([name]) => name))).toEqual(new Set(LESSONS));
  });

  test("is silent where nothing is new, and for who only watches", () => {
    expect(lesson(seen(), new Set())).toBeNull();
    expect(lesson(seen({ viewer: "Spectator", mover: null }), new Set())).toBeNull();
  });

  test("explains what matters most first", () => {
    const view = seen({ must_draw: true, legal: [gain], pile: 0 });
    expect(lesson(view, new Set())).toBe("mustDraw");
    expect(lesson(view, new Set<Lesson>(["mustDraw"]))).toBe("canGain");
  });
});
