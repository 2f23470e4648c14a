// What the player may do now, sorted for hands and eyes. The server says what is legal; here its
// tokens are only taken apart (KGN): AB build, AAxAB cut, =AB free, ^AB handicap, /AC discard,
// +B and +? draw, - none.
import type { Choice } from "../lib/types";

export type Kind = "build" | "cut" | "free" | "handicap" | "discard" | "row" | "pile" | "none";

export interface Option extends Choice {
  kind: Kind;
  line: string; // of what happens on a line
  cards: string; // what is played or discarded, as letters
}

export function read(choice: Choice): Option {
  const { token } = choice;
  const at = (kind: Kind, line: string, cards: string): Option => ({ ...choice, kind, line, cards });
  const head = token[0];
  if (head === "=") return at("free", token.slice(1), "");
  if (head === "^") return at("handicap", token.slice(1), "");
  if (head === "/") return at("discard", "", token.slice(1));
  if (token === "+?") return at("pile", "", "");
  if (head === "+") return at("row", "", token[1] ?? "");
  if (head === "-") return at("none", "", "");
  const cut = token.indexOf("x");
  if (cut > 0) return at("cut", token.slice(cut + 1), token.slice(0, cut));
  return at("build", [...token].sort().join(""), head ?? "");
}

/** Whether these cards are among those in hand. */
export function holds(hand: string, cards: string): boolean {
  const left = [...hand];
  return [...cards].every((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

export class Choices {
  readonly all: readonly Option[];

  constructor(legal: readonly Choice[]) {
    this.all = legal.map(read);
  }

  /** What can be done on a line, with the selected cards if there are any. */
  onLine(line: string, selected: string): Option[] {
    return this.all.filter(
      (option) => option.line === line && (selected === "" || fits(option, selected)),
    );
  }

  /** The lines on which something can be done with the selected cards. */
  lines(selected: string): Set<string> {
    const found = new Set<string>();
    for (const option of this.all)
      if (option.line && (selected === "" || fits(option, selected))) found.add(option.line);
    return found;
  }

  of(kind: Kind): Option[] {
    return this.all.filter((option) => option.kind === kind);
  }

  discard(cards: string): Option | undefined {
    const sorted = [...cards].sort().join("");
    return this.all.find((option) => option.kind === "discard" && option.cards === sorted);
  }

  row(card: string): Option | undefined {
    return this.all.find((option) => option.kind === "row" && option.cards === card);
  }

  get pile(): Option | undefined {
    return this.all.find((option) => option.kind === "pile");
  }

  get none(): Option | undefined {
    return this.all.find((option) => option.kind === "none");
  }

  /** The turn is over already: nothing on the board and no draw, or the game has ended. */
  get canDraw(): boolean {
    return this.all.some((option) => option.kind === "row" || option.kind === "pile");
  }
}

/** One card selected: builds by it, and cuts that use it. Two: just the cuts by both. */
function fits(option: Option, selected: string): boolean {
  if (option.kind === "free" || option.kind === "handicap") return true;
  if (selected.length === 1)
    return option.cards === selected || (option.kind === "cut" && option.cards.includes(selected));
  return option.kind === "cut" && holds(option.cards, selected) && option.cards.length === 2;
}
