// Begin to play: be somebody, make the game or look for one, and go there.
import { ask } from "../lib/api";
import { myself } from "../lib/me.svelte";
import { newPromise, promised } from "../lib/promise";
import { route } from "../lib/route.svelte";
import type { Seek } from "../lib/types";
import { say } from "../pages/words";
import { newGame, newSeek, type Options, remember, type Way } from "./options";
import { seeking } from "./seeking.svelte";

export async function begin(way: Way, options: Options, name: string): Promise<void> {
  remember(way, options);
  await myself.ensure(name, say("home.someone"));
  if (way === "stranger" || way === "open") {
    const from = route.path;
    await seeking.seek(newSeek(way, options, await newPromise()));
    // Unless one has gone elsewhere meanwhile.
    if (way === "stranger" && seeking.own.length && route.path === from) route.go("/lobby");
    return;
  }
  const made = await ask("post", "/api/games", {
    body: newGame(way, options, await newPromise()),
  });
  route.go(`/${made.link}`);
}

/** Sit down where somebody waits for an opponent. */
export async function accept(seek: Seek, name: string, holiday: number): Promise<void> {
  await myself.ensure(name, say("home.someone"));
  const made = await ask("post", "/api/seeks/{number}/accept", {
    at: { number: String(seek.number) },
    body: { number: promised(seek.commitment).number, holiday },
  });
  route.go(`/${made.link}`);
}
