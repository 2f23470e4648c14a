import { expect, test, vi } from "vitest";
import { Game } from "./game.svelte";
import { pressed } from "./keys";
import { FakeServer, state } from "./testing/server";

async function table() {
  const game = new Game("abcdefgh", new FakeServer(state()));
  game.begin();
  await vi.waitFor(() => expect(game.state).not.toBeNull());
  const keys = { game, row: () => "FGH", open: vi.fn(), board: vi.fn(), pass: vi.fn() };
  const press = (key: string, more: KeyboardEventInit = {}) =>
    pressed(new KeyboardEvent("keydown", { key, ...more }), keys);
  return { game, keys, press };
}

test("digits choose cards, letters choose the draw, e ends the turn", async () => {
  const { game, press } = await table();
  expect(press("2")).toBe(true);
  expect(game.cards).toBe("B");
  press("Escape");
  expect(game.cards).toBe("");
  press("a");
  expect(game.ending).toBe("+F");
  press("f");
  expect(game.ending).toBe("+?");
  press("e");
  await vi.waitFor(() => expect(game.busy).toBe(true));
});

test("z undoes, y does it again", async () => {
  const { game, press } = await table();
  await game.add("AB");
  press("z");
  await vi.waitFor(() => expect(game.tokens).toEqual([]));
  press("y");
  await vi.waitFor(() => expect(game.tokens).toEqual(["AB"]));
});

test("other keys are the browser's", async () => {
  const { press, keys } = await table();
  expect([press("q"), press("r", { ctrlKey: true }), press("1", { altKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
  press("?");
  expect(keys.open).toHaveBeenCalledWith("help");
});
