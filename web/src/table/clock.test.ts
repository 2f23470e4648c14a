import { describe, expect, test } from "vitest";
import { clockText, isShort, timeLeft } from "./clock";

const clocks = { white: 300_000, black: 120_000, deadline: 1_060_000, now: 1_000_000 };

describe("time left", () => {
  test("runs for whose turn it is, by the server's clock", () => {
    // This device is five seconds ahead; ten seconds have passed since the message.
    expect(timeLeft(clocks, "live", "White", "White", 1_015_000, 5_000)).toBe(50_000);
  });

  test("stands still for the other", () => {
    expect(timeLeft(clocks, "live", "Black", "White", 1_015_000, 5_000)).toBe(120_000);
  });

  test("never goes below nothing", () => {
    expect(timeLeft(clocks, "live", "White", "White", 9_000_000, 0)).toBe(0);
  });

  test("by correspondence only whoever is to move has a clock; without one nobody", () => {
    expect(timeLeft(clocks, "correspondence", "Black", "White", 1_000_000, 0)).toBeNull();
    expect(timeLeft(clocks, "none", "White", "White", 1_000_000, 0)).toBeNull();
  });
});

test.each([
  [300_000, "5:00"],
  [61_000, "1:01"],
  [59_200, "1:00"],
  [9_940, "0:09.9"],
  [0, "0:00.0"],
  [2 * 3_600_000 + 300_000, "2:05h"],
  [49 * 3_600_000, "2d 1h"],
  [(13 * 24 + 23) * 3_600_000, "13d"],
])("%d milliseconds are %s", (left, text) => {
  expect(clockText(left)).toBe(text);
});

test("half a minute is short in a live game, two hours by correspondence", () => {
  expect([isShort(29_000, "live"), isShort(31_000, "live")]).toEqual([true, false]);
  expect(isShort(3_600_000, "correspondence")).toBe(true);
});
