import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "./api";
import { Live } from "./live.svelte";
import type { ToServer } from "./types";

class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 0;
  sent: ToServer[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  open(): this {
    this.readyState = 1;
    this.onopen?.();
    return this;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  of<Type extends ToServer["type"]>(type: Type): Extract<ToServer, { type: Type }>[] {
    return this.sent.filter((one) => one.type === type) as Extract<ToServer, { type: Type }>[];
  }
}

const newest = () => FakeSocket.all.at(-1) as FakeSocket;
const opened = () => newest().open();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is watched is asked for again after a lost connection", async () => {
  const live = new Live();
  const stop = live.watch("abcdefgh", "White", () => undefined);
  expect(opened().of("watch")).toMatchObject([{ game: "abcdefgh", seat: "White" }]);
  newest().close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(opened().of("watch")).toMatchObject([{ game: "abcdefgh", seat: "White" }]);
  stop();
  expect(newest().of("unwatch")).toHaveLength(1);
});

test("a short gap shows no banner, a longer one does until it is over", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened().close();
  await vi.advanceTimersByTimeAsync(700);
  expect(live.lost).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(live.lost).toBe(true);
  opened();
  expect(live.lost).toBe(false);
});

test("pauses grow while the server is away, but never beyond some seconds", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  for (let n = 0; n < 12; n++) {
    newest().close();
    await vi.advanceTimersByTimeAsync(11_000);
  }
  expect(FakeSocket.all).toHaveLength(13);
});

test("a turn that was not answered is sent again, the same, and counts when it is", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened();
  const done = vi.fn();
  void live.turn("abcdefgh", 7, ["AB", "+?"]).then(done);
  await vi.advanceTimersByTimeAsync(0);
  const first = newest().of("turn")[0];
  newest().close();
  await vi.advanceTimersByTimeAsync(3_000);
  opened();
  await vi.advanceTimersByTimeAsync(1_000);
  const again = newest().of("turn")[0];
  expect(again).toMatchObject({ game: "abcdefgh", turn: 7, tokens: ["AB", "+?"] });
  expect(again?.id).not.toBe(first?.id);
  newest().say({ type: "done", id: again?.id });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledTimes(1);
});

test("what is refused is a problem for who asked", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened();
  const caught = vi.fn();
  live.draft("abcdefgh", ["AB"]).catch(caught);
  await vi.advanceTimersByTimeAsync(0);
  const [asked] = newest().of("draft");
  newest().say({ type: "problem", id: asked?.id, status: 422, code: "rule", detail: "", more: {} });
  await vi.advanceTimersByTimeAsync(0);
  expect((caught.mock.calls[0]?.[0] as Problem).code).toBe("rule");
});

test("who watches a game that is not there is told", () => {
  const failed = vi.fn();
  new Live().watch("nonesuch", null, () => undefined, failed);
  const [asked] = opened().of("watch");
  newest().say({ type: "problem", id: asked?.id, status: 404, code: "not-found", detail: "" });
  expect(failed).toHaveBeenCalledTimes(1);
});

test("a connection that gives no sign of life is made anew", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("a server that says goodbye is asked again at once", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened().say({ type: "bye" });
  newest().close(1012);
  await vi.advanceTimersByTimeAsync(100);
  expect(FakeSocket.all).toHaveLength(2);
});

test("who has become somebody else connects anew, also when just connecting", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  live.renew();
  expect(newest().readyState).toBe(0);
  opened();
  await vi.advanceTimersByTimeAsync(100);
  expect(FakeSocket.all).toHaveLength(2);
  expect(opened().of("watch")).toHaveLength(1);
});

test("who was shut out does not knock again and again", async () => {
  const live = new Live();
  live.watch("abcdefgh", null, () => undefined);
  opened().close(4403);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("who wants to know hears that a lost connection is back, and of no first one", async () => {
  const live = new Live();
  let back = 0;
  const stop = live.onback(() => back++);
  live.watch("abcdefgh", null, () => undefined);
  opened();
  expect(back).toBe(0);
  for (const heard of [1, 1]) {
    newest().close();
    await vi.advanceTimersByTimeAsync(5_000);
    opened();
    expect(back).toBe(heard);
    stop();
  }
});

test("talk is read as soon as its lines come, and only then: nothing falls in between", async () => {
  const live = new Live();
  const heard: string[] = [];
  live.watch("abcdefgh", null, () => undefined);
  live.talk("abcdefgh", {
    hear: ({ text }) => heard.push(text ?? ""),
    missed: () => heard.push("missed"),
  });
  const game = { type: "game", link: "abcdefgh" };
  for (const words of ["Aloha!", "Mahalo!"]) {
    opened();
    expect(heard).toEqual([]); // what is said now might be neither read nor told
    newest().say(game);
    newest().say({ type: "chat", game: "abcdefgh", text: words });
    newest().say(game);
    expect(heard.splice(0)).toEqual(["missed", words]);
    newest().close();
    await vi.advanceTimersByTimeAsync(5_000);
  }
});

test("the server knows whether anybody looks, also after a lost connection", async () => {
  const live = new Live();
  let hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  const show = (shown: boolean) => {
    hidden = !shown;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  live.watch("abcdefgh", null, () => undefined);
  expect(opened().of("look")).toEqual([]);
  show(false);
  expect(newest().of("look")).toEqual([{ type: "look", on: false }]);
  newest().close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened().of("look")).toEqual([{ type: "look", on: false }]);
  show(true);
  expect(newest().of("look").at(-1)).toEqual({ type: "look", on: true });
});
