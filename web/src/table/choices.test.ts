import { describe, expect, test } from "vitest";
import { Choices, holds, plain, read } from "./choices";

describe("tokens are taken apart", () => {
  test.each([
    ["AB", "build", "AB", "A"],
    ["BA", "build", "AB", "B"],
    ["AAxAB", "cut", "AB", "AA"],
    ["ABxAB", "cut", "AB", "AB"],
    ["=AB", "free", "AB", ""],
    ["^AB", "handicap", "AB", ""],
    ["/AC", "discard", "", "AC"],
    ["/A??", "discard", "", "A??"],
    ["+B", "row", "", "B"],
    ["+B>F", "row", "", "B"],
    ["+?", "pile", "", ""],
    ["+?C", "pile", "", "C"],
    ["-", "none", "", ""],
    ["@ABC", "deal", "", "ABC"],
    ["resign", "resign", "", ""],
    ["Black:resign", "resign", "", ""],
    ["timeout", "timeout", "", ""],
  ])("%s", (token, kind, line, cards) => {
    expect(read(plain(token))).toMatchObject({ kind, line, cards });
  });
});

describe("what can be done", () => {
  const choices = new Choices(
    ["AB", "BA", "AH", "AAxAD", "ADxAD", "/A", "/AD", "+F", "-"].map(plain),
  );
  const tokens = (line: string, cards: string) =>
    choices.onLine(line, cards).map((option) => option.token);

  test("with one card: its builds, and the cuts that it helps with", () => {
    expect([...choices.lines("A")].sort()).toEqual(["AB", "AD", "AH"]);
    expect([...choices.lines("B")]).toEqual(["AB"]);
    expect(tokens("AD", "D")).toEqual(["ADxAD"]);
  });

  test("with two cards: just the cuts by both", () => {
    expect([...choices.lines("AD")]).toEqual(["AD"]);
    expect(tokens("AD", "DA")).toEqual(["ADxAD"]);
    expect(tokens("AB", "AB")).toEqual([]);
  });

  test("discards by their cards, in any order", () => {
    expect(choices.discard("DA")?.token).toBe("/AD");
    expect(choices.discard("B")).toBeUndefined();
  });

  test("draws", () => {
    expect(choices.row("F")?.token).toBe("+F");
    expect([choices.pile, choices.canDraw, choices.none?.token]).toEqual([undefined, true, "-"]);
  });
});

test("a hand holds cards as often as it has them", () => {
  expect([holds("AAB", "AA"), holds("AB", "AA"), holds("AB", "")]).toEqual([true, false, true]);
});
