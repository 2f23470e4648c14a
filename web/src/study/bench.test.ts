import { beforeEach, describe, expect, test, vi } from "vitest";
import type { View } from "../lib/types";
import { view } from "../table/testing/server";
import { Bench } from "./bench.svelte";

const START: View = view();
let drafts: string[][];
let ended: string[][];
let failed: unknown[];
let answer: (tokens: string[]) => View | null;
let bench: Bench;

beforeEach(() => {
  drafts = [];
  ended = [];
  failed = [];
  answer = () => ({ ...START });
  bench = new Bench({
    draft: async (tokens) => {
      drafts.push(tokens);
      return answer(tokens);
    },
    finish: (tokens) => void ended.push(tokens),
    fail: (problem) => failed.push(problem),
  });
  bench.set(START);
});

describe("a turn that is tried out", () => {
  test("a card, then a line: it is drafted", async () => {
    bench.touchCard(0);
    bench.touchLine("AB");
    await vi.waitFor(() => expect(bench.tokens).toEqual(["AB"]));
    expect(drafts).toEqual([["AB"]]);
    expect(bench.selected).toEqual([]);
  });

  test("a line that two cards fit is asked about", () => {
    bench.touchLine("AB");
    expect(bench.asked.map((option) => option.token)).toEqual(["AB", "BA"]);
    expect(drafts).toEqual([]);
  });

  test("what is not to be leaves the turn as it was", async () => {
    answer = () => null;
    await bench.add("AB");
    expect(bench.tokens).toEqual([]);
    expect(bench.view).toEqual(START);
  });

  test("it can be undone and done again", async () => {
    await bench.add("AB");
    await bench.undo();
    expect(bench.tokens).toEqual([]);
    expect(bench.undone).toEqual(["AB"]);
    await bench.redo();
    expect(bench.tokens).toEqual(["AB"]);
  });

  test("a draw ends it as a whole", async () => {
    await bench.add("AB");
    await bench.end("+?");
    expect(ended).toEqual([["AB", "+?"]]);
  });

  test("what is refused is said, and nothing is lost", async () => {
    answer = () => {
      throw new Error("no");
    };
    await bench.add("AB");
    expect(failed).toHaveLength(1);
    expect(bench.busy).toBe(false);
  });

  test("nothing can be touched while it is locked", () => {
    bench.locked = true;
    bench.touchCard(0);
    bench.touchLine("AB");
    expect(bench.selected).toEqual([]);
    expect([...bench.lit]).toEqual([]);
  });
});
