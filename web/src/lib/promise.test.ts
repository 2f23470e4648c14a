import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { allPromised, forget, newPromise, promised } from "./promise";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("every promise gets a number of its own, and both are kept", () => {
  const [one, other] = [promised("aa"), promised("bb")];
  expect(one.number).toMatch(/^[0-9a-f]{32}$/);
  expect(one.number).not.toBe(other.number);
  expect(allPromised()).toEqual([one, other]);
  forget(one);
  expect(allPromised()).toEqual([other]);
});

test("a new deal is asked for before there is a number", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    asked.push([method, url, body, allPromised().length]);
    return Response.json({ commitment: "cc" }, { status: 201 });
  });
  expect((await newPromise()).commitment).toBe("cc");
  expect(asked).toEqual([["POST", "/api/deals", undefined, 0]]);
});

test.each(["", "null", "7", '[null, 1, {"commitment": 1}]'])("forgets what is broken: %j", (kept) => {
  localStorage.setItem("promises", kept);
  expect(allPromised()).toEqual([]);
});
