import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { allPromised } from "../lib/promise";
import type { GameState } from "../lib/types";
import { askedFor, type Following, Rematch, site } from "./rematch.svelte";
import { state } from "./testing/server";

class Next implements Following {
  gone: string[] = [];
  tell: (state: GameState) => void = () => undefined;

  constructor(private readonly made: GameState) {}

  watch(_game: string, _seat: null, listener: (state: GameState) => void): () => void {
    this.tell = listener;
    return () => (this.tell = () => undefined);
  }

  ask(): Promise<GameState> {
    return Promise.resolve(this.made);
  }

  go(path: string): void {
    this.gone.push(path);
  }
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the opponent waits at the next table", { status: "open", you: "Spectator" }, true],
  ["one waits there oneself", { status: "open", you: "White" }, false],
  ["it has begun", { status: "running", you: "White" }, false],
  ["it was called off", { status: "aborted", you: "Spectator" }, false],
] as const)("a rematch is offered or not: %s", (_, next, offered) => {
  const server = new Next(state());
  const rematch = new Rematch(server);
  const stop = rematch.follow("bcdefghj");
  server.tell(state(next));
  expect(rematch.offered).toBe(offered);
  stop();
  expect(rematch.offered).toBe(false);
});

test("who was asked is remembered until they come", async () => {
  const server = new Next(state({ link: "bcdefghj", status: "open" }));
  await new Rematch(server).go("abcdefgh", "Kai");
  expect(server.gone).toEqual(["/bcdefghj"]);
  expect(askedFor("bcdefghj")).toBe("Kai");
  expect(askedFor("abcdefgh")).toBeNull();
});

test("nobody is waited for if the rematch begins at once", async () => {
  await new Rematch(new Next(state({ link: "bcdefghj" }))).go("abcdefgh", "Kimo");
  expect(askedFor("bcdefghj")).toBeNull();
});

test("who asks in the same moment takes the opponent's deal, and notes that one", async () => {
  const theirs = { ...state().fairness, commitment: "bb" };
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    if (url === "/api/deals") return Response.json({ commitment: "aa" }, { status: 201 });
    const { commitment } = JSON.parse(String(body)) as { commitment: string };
    asked.push(commitment);
    const joined = { status: "running", you: "White" } as const;
    const offer = { status: "open", you: "Spectator" } as const;
    return Response.json(state({ fairness: theirs, ...(commitment ? offer : joined) }));
  });
  expect((await site.ask("abcdefgh", null)).status).toBe("running");
  expect(asked).toEqual(["aa", ""]);
  expect(allPromised().map((note) => note.commitment)).toEqual(["bb"]);
});
