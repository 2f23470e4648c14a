// Turns in words.
import type { Choice, Seat } from "../lib/types";
import { t } from "../lib/words.svelte";
import { read } from "./choices";
import { islandName } from "./geometry";

function list(letters: readonly string[]): string {
  const names = letters.map(islandName);
  const last = names.pop();
  if (last === undefined) return "";
  return names.length ? t("list.and", { first: names.join(", "), last }) : last;
}

function lineName(line: string): string {
  return `${islandName(line[0] ?? "")}–${islandName(line[1] ?? "")}`;
}

/** What a choice would bring, for who considers it: one short sentence or two. */
export function consequence(choice: Choice): string {
  const { kind, line, cards } = read(choice);
  const parts: string[] = [];
  if (kind === "cut") parts.push(t("would.cut", { line: lineName(line), cards: list([...cards]) }));
  else if (kind === "build")
    parts.push(t("would.build", { line: lineName(line), card: islandName(cards) }));
  else if (line) parts.push(t("would.free", { line: lineName(line) }));
  const fallen = choice.removes.filter((name) => kind !== "cut" || name !== line);
  if (choice.gains.length) parts.push(t("would.gain", { islands: list(choice.gains) }));
  if (fallen.length) parts.push(t("would.fall", { n: fallen.length }));
  if (choice.loses.length) parts.push(t("would.lose", { islands: list(choice.loses) }));
  return parts.join(" ");
}

/** A step of a turn, told of a player. */
export function step(token: string, seat: Seat, name: string, effects?: Choice): string {
  void seat;
  const { kind, line, cards } = read(effects ?? { token, gains: [], removes: [], loses: [] });
  let text = "";
  if (kind === "build") text = t("did.build", { name, line: lineName(line) });
  else if (kind === "cut") text = t("did.cut", { name, line: lineName(line), cards: list([...cards]) });
  else if (kind === "free") text = t("did.free", { name, line: lineName(line) });
  else if (kind === "handicap") text = t("did.handicap", { name, line: lineName(line) });
  else if (kind === "discard") text = t("did.discard", { name, n: cards.length });
  else if (kind === "row") text = t("did.take", { name, card: islandName(cards) });
  else if (kind === "pile") text = t("did.pile", { name });
  else if (kind === "none") text = t("did.none", { name });
  if (effects?.gains.length) text += ` ${t("did.gain", { islands: list(effects.gains) })}`;
  const fallen = (effects?.removes ?? []).filter((removed) => kind !== "cut" || removed !== line);
  if (fallen.length) text += ` ${t("did.fall", { n: fallen.length })}`;
  return text;
}
