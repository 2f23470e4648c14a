// A turn in a few words: what is built, cut and drawn.
import { t } from "../../lib/words.svelte";
import { plain, read } from "../../table/choices";
import { islandName } from "../../table/geometry";
import { lineName, list } from "../../table/tell";
import { tell } from "../words";

export function turnWords(tokens: readonly string[]): string {
  const said = tokens.map((token) => {
    const { kind, line, cards } = read(plain(token));
    if (kind === "cut") return tell("turn.cut", { line: lineName(line) });
    if (line) return tell("turn.build", { line: lineName(line) });
    if (kind === "discard")
      return tell("turn.discard", { cards: list([...cards].map(islandName)) });
    if (kind === "row") return tell("turn.take", { card: islandName(cards) });
    if (kind === "pile") return tell("turn.pile");
    return kind === "none" ? tell("turn.none") : "";
  });
  return said.filter(Boolean).join(", ") || t("table.endTurn");
}
