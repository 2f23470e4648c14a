// What a game shall be like: only terms that the server grants are ever asked for.
import { beforeEach, describe, expect, test } from "vitest";
import {
  clocksOf,
  defaults,
  fitting,
  isPlain,
  newGame,
  newSeek,
  type Options,
  remember,
  remembered,
  seatFor,
  startsOf,
  terms,
  type Way,
  WAYS,
} from "./options";

beforeEach(() => localStorage.clear());

const deal = { commitment: "c0ffee", number: "17" };

const wild: Options = {
  level: 8,
  protected: true,
  open: true,
  handicap: 2,
  weaker: "them",
  starts: "holiday",
  holiday: 40,
  clock: "week",
  rated: true,
  public: true,
};

describe("options that fit", () => {
  test.each(WAYS)("defaults of %s fit", (way) => {
    expect(fitting(way, defaults(way))).toEqual(defaults(way));
    expect(isPlain(way, defaults(way))).toBe(true);
  });

  test.each(WAYS)("a rated game of %s has a clock and no handicap", (way) => {
    const fit = fitting(way, wild);
    if (fit.rated) expect([fit.handicap, fit.clock === "none"]).toEqual([0, false]);
    expect(fitting(way, { ...wild, handicap: 0, clock: "none" }).rated).toBe(way === "stranger");
  });

  test("quick pairing has a clock, no handicap, and leaves the start to the lot", () => {
    const fit = fitting("stranger", { ...wild, clock: "none" });
    expect([fit.clock, fit.handicap, fit.starts]).toEqual(["normal", 0, "lot"]);
    expect(clocksOf("stranger")).not.toContain("none");
  });

  test.each(["computer", "device"] as const)("nobody waits for days for the %s", (way) => {
    expect(clocksOf(way)).toEqual(["none", "fast", "normal", "long"]);
    expect(fitting(way, { ...defaults(way), clock: "week" }).clock).toBe("none");
    expect(fitting(way, { ...defaults(way), clock: "fast" }).clock).toBe("fast");
  });

  test("a holiday is asked of two people only", () => {
    const asked: Way[] = WAYS.filter((way) => startsOf(way).includes("holiday"));
    expect(asked).toEqual(["friend", "open"]);
  });
});

describe("what was chosen is remembered", () => {
  test("for each way by itself", () => {
    remember("computer", { ...defaults("computer"), level: 6 });
    expect(remembered("computer").level).toBe(6);
    expect(remembered("friend")).toEqual(defaults("friend"));
  });

  test.each(["", "{", "null", "7", '{"level":"high"}', '{"clock":"sundial","level":99}'])(
    "whatever an older page left: %s",
    (left) => {
      localStorage.setItem("play computer", left);
      const options = remembered("computer");
      expect(options.clock).toBe("none");
      expect(options.level).toBeGreaterThanOrEqual(1);
      expect(options.level).toBeLessThanOrEqual(8);
    },
  );
});

describe("terms", () => {
  test("the seat goes by lot unless the terms depend on it", () => {
    expect(seatFor(defaults("friend"))).toBe("lot");
    expect(seatFor({ ...defaults("friend"), starts: "me" }, () => 0.1)).toBe("White");
    expect(seatFor({ ...defaults("friend"), handicap: 1 }, () => 0.9)).toBe("Black");
  });

  test("who starts and who is weaker follow the seat", () => {
    const options: Options = { ...defaults("friend"), starts: "me", handicap: 2, weaker: "them" };
    expect(terms(options, "Black")).toMatchObject({
      starts: "Black",
      handicap: { seat: "White", bridges: 2 },
      variants: "none",
    });
  });

  test.each([
    [false, false, "none"],
    [true, false, "1"],
    [false, true, "2"],
    [true, true, "1 2"],
  ] as const)("variants %s %s are %s", (first, second, name) => {
    const options = { ...defaults("friend"), protected: first, open: second };
    expect(terms(options, "lot").variants).toBe(name);
  });

  test("a game for two at one device has White on this side", () => {
    const game = newGame("device", { ...defaults("device"), starts: "them" }, deal);
    expect(game).toMatchObject({ opponent: "one-device", seat: "White" });
    expect(game.terms?.starts).toBe("Black");
  });

  test("everybody brings a number for the deal that was promised", () => {
    const seek = newSeek("stranger", wild, deal);
    expect(seek.arrival?.number).toBe(deal.number);
    expect(seek.commitment).toBe(deal.commitment);
    expect(seek).toMatchObject({ quick: true, seat: "lot" });
  });
});
