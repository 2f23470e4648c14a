// Games in lists, as I see them.
import { expect, test } from "vitest";
import type { GameLine } from "../lib/types";
import { opponentOf, outcomeOf, scoreFor, sorted } from "./lines";

const lani = { number: 1, name: "Lani", kind: "account", level: null };
const kai = { number: 2, name: "Kai", kind: "guest", level: null };

function line(changed: Partial<GameLine>): GameLine {
  return {
    number: 7,
    link: "abcdefgh",
    status: "running",
    terms: {} as GameLine["terms"],
    white: lani,
    black: kai,
    one_device: false,
    you: "White",
    your_turn: true,
    turn: 3,
    mover: "White",
    deadline: null,
    result: "*",
    score: "1-0",
    termination: null,
    created: 0,
    started: 0,
    ended: null,
    ...changed,
  };
}

test("the opponent sits across; at one device there is none", () => {
  expect(opponentOf(line({}))).toBe(kai);
  expect(opponentOf(line({ you: "Black" }))).toBe(lani);
  expect(opponentOf(line({ one_device: true }))).toBeNull();
});

test("my points come first", () => {
  expect(scoreFor(line({}))).toBe("1 : 0");
  expect(scoreFor(line({ you: "Black" }))).toBe("0 : 1");
  expect(scoreFor(line({ score: "" }))).toBe("");
});

test("a game is won, lost or drawn for who played it", () => {
  const over = { status: "over", result: "White" } as const;
  expect(outcomeOf(line(over))).toBe("won");
  expect(outcomeOf(line({ ...over, you: "Black" }))).toBe("lost");
  expect(outcomeOf(line({ ...over, result: "Draw" }))).toBe("drawn");
  expect(outcomeOf(line({ ...over, you: null }))).toBeNull();
  expect(outcomeOf(line({}))).toBeNull();
});

test("what waits for me is apart from what I wait for", () => {
  const shelf = sorted([
    line({ link: "mine" }),
    line({ link: "theirs", your_turn: false }),
    line({ link: "open", status: "open", your_turn: true }),
    line({ link: "past", status: "over" }),
  ]);
  expect(shelf.mine.map((game) => game.link)).toEqual(["mine"]);
  expect(shelf.theirs.map((game) => game.link)).toEqual(["theirs", "open"]);
  expect(shelf.past.map((game) => game.link)).toEqual(["past"]);
});
