// Times as people say them.
import { beforeEach, expect, test } from "vitest";
import { away } from "./when";
import { words } from "./words.svelte";

beforeEach(() => words.choose("en"));
const HOUR = 3_600_000;

test.each([
  [2 * 24 * HOUR + 5, "in 2 days"],
  [-3 * HOUR, "3 hours ago"],
  [90_000, "in 1 minute"],
  [0, "now"],
])("%d ms is %s", (distance, said) => {
  expect(away(1_000_000 + distance, 1_000_000)).toBe(said);
});

test("in German, too", async () => {
  await words.choose("de");
  expect(away(24 * HOUR + 1, 0)).toBe("morgen");
});
