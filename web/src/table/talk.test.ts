import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { live, type TalkListener } from "../lib/live.svelte";
import type { ChatLine } from "../lib/types";
import { Talk } from "./talk.svelte";

const LINK = "abcdefgh";
let said: ChatLine[];
let listener: TalkListener;

function line(number: number, seat: ChatLine["seat"], text = `line ${number}`): ChatLine {
  return { type: "chat", number, game: LINK, seat, phrase: null, text, at: 0 };
}

/** White sits down, and has read all that the server has. */
async function sitDown(): Promise<Talk> {
  const talk = new Talk(LINK);
  talk.begin("White");
  await vi.waitFor(() => expect(talk.lines).toHaveLength(said.length));
  return talk;
}

beforeEach(() => {
  localStorage.clear();
  said = [];
  vi.stubGlobal("fetch", (_url: string, { method }: RequestInit) =>
    Promise.resolve(
      Response.json(method?.toLowerCase() === "post" ? said.at(-1) : { lines: said, muted: false }),
    ),
  );
  vi.spyOn(live, "talk").mockImplementation((_game, one) => {
    listener = one;
    return () => undefined;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("what was said before one came is new, until it was read", async () => {
  said = [line(1, "Black"), line(2, "Black", "Aloha!")];
  const talk = await sitDown();
  expect(talk.unread).toBe(2);
  expect(talk.latest?.text).toBe("Aloha!");
  talk.read();
  expect(talk.unread).toBe(0);
  const later = await sitDown();
  expect(later.unread).toBe(0);
  expect(later.latest).toBeNull();
});

test("what one has answered, maybe on another device, was read", async () => {
  said = [line(1, "Black"), line(2, "White"), line(3, "Black")];
  expect((await sitDown()).unread).toBe(1);
});

test("words that cross are new", async () => {
  const talk = await sitDown();
  said = [line(2, "White")];
  await talk.say({ text: "line 2" });
  listener.hear(line(2, "White"));
  listener.hear(line(1, "Black"));
  expect(talk.unread).toBe(1);
  expect(talk.lines.map(({ number }) => number)).toEqual([1, 2]);
});

test("what was said while one was cut off is heard afterwards, once", async () => {
  const talk = await sitDown();
  said = [line(1, "Black")];
  listener.missed();
  await vi.waitFor(() => expect(talk.unread).toBe(1));
  listener.hear(line(1, "Black"));
  expect(talk.unread).toBe(1);
});

test("words that come while those before are still being read are not lost", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const talk = new Talk(LINK);
  talk.begin("White");
  listener.hear(line(2, "Black"));
  answer(Response.json({ lines: [line(1, "White")], muted: false }));
  await vi.waitFor(() => expect(talk.lines.map(({ number }) => number)).toEqual([1, 2]));
  expect(talk.unread).toBe(1);
});

test("what a browser cannot keep is new once more, and nothing breaks", async () => {
  localStorage.setItem("talks", "{broken");
  said = [line(1, "Black")];
  const talk = await sitDown();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("no room");
  });
  talk.read();
  expect(talk.unread).toBe(0);
});
