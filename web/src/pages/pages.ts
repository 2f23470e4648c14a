// Which page a path shows. Each is a chunk of its own, loaded when it is needed.
import type { Component } from "svelte";

// What a page is given: the part of the path that says whose or which it is.
export type PageComponent = Component<{ of: string }>;
export interface Page {
  name: string; // of the place in the navigation
  of: string;
  load: () => Promise<{ default: PageComponent }>;
}

const PLAIN: Record<string, Page["load"]> = {
  "": () => import("./Home.svelte"),
  lobby: () => import("./Lobby.svelte"),
  games: () => import("./Games.svelte"),
  leaders: () => import("./Leaders.svelte"),
  rules: () => import("./Rules.svelte"),
  settings: () => import("./Settings.svelte"),
  enter: () => import("./Enter.svelte"),
  learn: () => import("../study/learn/Learn.svelte"),
  puzzles: () => import("../study/puzzles/Puzzles.svelte"),
  replay: () => import("../study/replay/Replay.svelte"),
};
const WITH_PART: Record<string, Page["load"]> = {
  people: () => import("./Person.svelte"),
  confirm: () => import("./Confirm.svelte"),
  learn: () => import("../study/learn/Learn.svelte"),
  puzzles: () => import("../study/puzzles/Puzzles.svelte"),
};
export const missing: Page = { name: "missing", of: "", load: () => import("./Missing.svelte") };

/** The link of a game: eight letters that cannot be mistaken for each other. */
export function gameOf(path: string): string | undefined {
  return /^\/([a-hjkmnp-z2-9]{8})$/.exec(path)?.[1];
}

export function find(path: string): Page {
  const [first = "", second = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
  if (second === "replay" && gameOf(`/${first}`) && PLAIN.replay)
    return { name: "replay", of: first, load: PLAIN.replay };
  const load = second ? WITH_PART[first] : PLAIN[first];
  if (!load || rest.length) return missing;
  return { name: first || "home", of: decoded(second), load };
}

/** A part of a path in plain letters; what is none stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
