import { describe, expect, test } from "vitest";
import { after, before, lastBuilt, position } from "./shown";
import { choice, view } from "./testing/server";

// The worked example of the rules: Black cuts EH with two H, then builds it and gains E and H.
const played = view({
  white: { ...view().white, bridges: ["AB", "AD", "BC", "BD"], islands: ["A", "B"] },
  black: {
    ...view().black,
    bridges: ["EF", "EH", "EI", "EJ", "HI", "HL"],
    islands: ["E", "H"],
  },
  last: [
    choice("HHxEH", { removes: ["EH"] }),
    choice("EH", { gains: ["E", "H"], removes: ["DH", "DE", "BE"], loses: ["D"] }),
  ],
});

describe("the last turn", () => {
  test("is taken back to show it again", () => {
    const start = before(played, "Black");
    expect(start.White.bridges.sort()).toEqual(
      ["AB", "AD", "BC", "BD", "BE", "DE", "DH", "EH"].sort(),
    );
    expect(start.White.islands).toContain("D");
    expect(start.Black).toEqual({ bridges: ["EF", "EI", "EJ", "HI", "HL"], islands: [] });
  });

  test("played forward again, step by step, ends where it ended", () => {
    const end = played.last.reduce(
      (shown, step) => after(shown, step, "Black"),
      before(played, "Black"),
    );
    const sorted = (names: string[]) => [...names].sort();
    const now = position(played);
    for (const seat of ["White", "Black"] as const) {
      expect(sorted(end[seat].bridges)).toEqual(sorted(now[seat].bridges));
      expect(sorted(end[seat].islands)).toEqual(sorted(now[seat].islands));
    }
    expect(end.fresh).toEqual(["EH"]);
  });

  test("marks what it built and what still stands", () => {
    expect(lastBuilt(played)).toEqual(["EH"]);
    expect(lastBuilt(view({ last: [choice("AB"), choice("+?")] }))).toEqual([]);
  });
});
