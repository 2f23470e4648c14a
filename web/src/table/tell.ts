// Turns, lines and islands in words.
import type { Choice, Seat } from "../lib/types";
import { type Key, t } from "../lib/words.svelte";
import { Problem } from "../lib/api";
import { plain, read } from "./choices";
import { geometry, islandName } from "./geometry";
import type { Shown } from "./shown";

export type Names = Record<Seat, string>;

export function list(names: readonly string[]): string {
  const first = [...names];
  const last = first.pop();
  if (last === undefined) return "";
  return first.length ? t("list.and", { first: first.join(", "), last }) : last;
}

function islands(letters: readonly string[]): string {
  return list(letters.map(islandName));
}

export function lineName(line: string): string {
  return `${islandName(line[0] ?? "")}–${islandName(line[1] ?? "")}`;
}

/** What a choice would bring, for who considers it: one short sentence or two. */
export function consequence(choice: Choice): string {
  const { kind, line, cards } = read(choice);
  const parts: string[] = [];
  if (kind === "cut")
    parts.push(t("would.cut", { line: lineName(line), cards: islands([...cards]) }));
  else if (kind === "build")
    parts.push(t("would.build", { line: lineName(line), card: islandName(cards) }));
  else if (line) parts.push(t("would.free", { line: lineName(line) }));
  const fallen = choice.removes.filter((name) => kind !== "cut" || name !== line);
  if (choice.gains.length) parts.push(t("would.gain", { islands: islands(choice.gains) }));
  if (fallen.length)
    parts.push(t("would.fall", { n: fallen.length, lines: list(fallen.map(lineName)) }));
  if (choice.loses.length) parts.push(t("would.lose", { islands: islands(choice.loses) }));
  return parts.join(" ");
}

/** A step of a turn, told of a player. */
export function step(choice: Choice, name: string): string {
  const { kind, line, cards } = read(choice);
  const parts: string[] = [];
  if (kind === "cut")
    parts.push(t("did.cut", { name, line: lineName(line), cards: islands([...cards]) }));
  else if (line) parts.push(t(`did.${kind}` as Key, { name, line: lineName(line) }));
  else if (kind === "discard") parts.push(t("did.discard", { name, n: cards.length }));
  else if (kind === "pile" && cards)
    parts.push(t("did.pileKnown", { name, card: islandName(cards) }));
  else parts.push(t(`did.${kind}` as Key, { name, card: islandName(cards) }));
  if (choice.gains.length) parts.push(t("did.gain", { name, islands: islands(choice.gains) }));
  const fallen = choice.removes.filter((removed) => kind !== "cut" || removed !== line);
  if (fallen.length)
    parts.push(t("did.fall", { n: fallen.length, lines: list(fallen.map(lineName)) }));
  return parts.join(" ");
}

/** The same where it is clear who did it. */
export function bareStep(choice: Choice): string {
  const text = step(choice, "").trim().replace(/\. +/g, ". ");
  return text.replace(/(^|\. )(\p{Ll})/gu, (_, dot: string, first: string) => dot + first.toUpperCase());
}

/** How an island stands: its lines, and what each side has and lacks there. */
export function islandState(letter: string, shown: Shown, names: Names): string {
  const island = geometry("White").island.get(letter);
  if (!island) return "";
  const parts = [t("island.lines", { name: island.name, n: island.lines })];
  for (const seat of ["White", "Black"] as const) {
    const has = shown[seat].bridges.filter((line) => line.includes(letter)).length;
    const lacks = Math.max(0, island.majority - has);
    parts.push(
      lacks
        ? t("island.lacks", { name: names[seat], has, lacks })
        : t("island.held", { name: names[seat], has }),
    );
  }
  return parts.join(" ");
}

/** What lies on a line. */
export function lineState(line: string, shown: Shown, names: Names): string {
  const holder = (["White", "Black"] as const).find((seat) => shown[seat].bridges.includes(line));
  return holder
    ? t("line.held", { line: lineName(line), name: names[holder] })
    : t("line.free", { line: lineName(line) });
}

/** What a line of the chart's logbook says of a turn. */
export function turnText(tokens: readonly string[]): string {
  return tokens.map((token) => bareStep(plain(token))).join(" ");
}

const TROUBLES = new Set<string>([
  "asked-already",
  "moved-on",
  "nobody-there",
  "no-offer",
  "not-found",
  "not-open",
  "not-running",
  "not-your-turn",
  "nothing-to-take-back",
  "offline",
  "other-turn",
  "own-time",
  "rated",
  "time-left",
  "too-fast",
  "too-late",
]);

/** A refusal in words that a player understands. */
export function trouble(problem: Problem): string {
  if (TROUBLES.has(problem.code)) return t(`trouble.${problem.code}` as Key);
  return problem.status >= 500 || !problem.message ? t("trouble.unknown") : problem.message;
}
