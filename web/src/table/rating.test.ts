import { beforeEach, expect, test } from "vitest";
import type { Profile, Rated, Terms } from "../lib/types";
import { pool, Ratings, signed, standing } from "./rating";
import { state } from "./testing/server";

const LIVE: Terms = { ...state().terms, clock: { pace: "live", base: 60_000, increment: 0 } };

function rated(rating: number, games: number): Rated {
  return { rating, games, deviation: 80, provisional: false };
}

function profile(live: Rated | null): Profile {
  const person = { number: 7, name: "Ana", kind: "guest", level: null };
  const results = { won: 0, lost: 0, drawn: 0 };
  return { person, since: 0, live, correspondence: null, results, opponents: [], recent: [] };
}

beforeEach(() => sessionStorage.clear());

test("a game changes the rating by the difference, if none has counted meanwhile", () => {
  expect(standing(rated(1500, 3), rated(1512, 4))).toEqual({ rating: 1512, change: 12 });
  expect(standing(rated(1500, 3), rated(1540, 5))).toEqual({ rating: 1540, change: null });
  expect(standing(null, rated(1662, 1))).toEqual({ rating: 1662, change: null });
});

test("a change is written with its sign", () => {
  expect([12, -7, 0].map(signed)).toEqual(["+12", "−7", "±0"]);
});

test("games without a live clock count as correspondence", () => {
  expect([pool(LIVE), pool(state().terms)]).toEqual(["live", "correspondence"]);
});

test("the rating of before outlives a reload", async () => {
  let now: Rated | null = rated(1500, 3);
  const ask = () => Promise.resolve(profile(now));
  await new Ratings("abcdefgh", ask).before(7, LIVE);
  now = rated(1488, 4);
  expect(await new Ratings("abcdefgh", ask).after(7, LIVE)).toEqual({ rating: 1488, change: -12 });
  expect(await new Ratings("bcdefghj", ask).after(7, LIVE)).toEqual({ rating: 1488, change: null });
  now = null;
  expect(await new Ratings("abcdefgh", ask).after(7, LIVE)).toBeNull();
});
