// What the player may do now, sorted for hands and eyes. The server says what is legal; here its
// tokens are only taken apart (KGN): AB build, AAxAB cut, =AB free, ^AB handicap, /AC discard,
// +B and +? draw, - none; and, told of others, /?? hidden cards, @ABC a new row, resign, timeout.
import type { Choice } from "../lib/types";

export type Kind =
  | "build"
  | "cut"
  | "free"
  | "handicap"
  | "discard"
  | "row"
  | "pile"
  | "none"
  | "deal"
  | "resign"
  | "timeout";

export interface Option extends Choice {
  kind: Kind;
  line: string; // of what happens on a line
  cards: string; // what is played, discarded or drawn, as letters; ? is a hidden one
}

export function read(choice: Choice): Option {
  const { token } = choice;
  const at = (kind: Kind, line: string, cards: string): Option => ({ ...choice, kind, line, cards });
  if (token.endsWith("resign")) return at("resign", "", "");
  if (token === "timeout") return at("timeout", "", "");
  const rest = token.slice(1);
  switch (token[0]) {
    case "=":
      return at("free", rest, "");
    case "^":
      return at("handicap", rest, "");
    case "/":
      return at("discard", "", rest);
    case "@":
      return at("deal", "", rest);
    case "-":
      return at("none", "", "");
    case "+":
      return rest[0] === "?" ? at("pile", "", rest.slice(1)) : at("row", "", rest[0] ?? "");
  }
  const cut = token.indexOf("x");
  if (cut > 0) return at("cut", token.slice(cut + 1), token.slice(0, cut));
  return at("build", sorted(token), token[0] ?? "");
}

/** A choice of which nothing is known but its token. */
export function plain(token: string): Choice {
  return { token, gains: [], removes: [], loses: [] };
}

export function sorted(letters: string): string {
  return [...letters].sort().join("");
}

/** Whether a bridge is put on the board by it. */
export function builds(kind: Kind): boolean {
  return kind === "build" || kind === "free" || kind === "handicap";
}

/** Whether it ends a turn. */
export function ends(kind: Kind): boolean {
  return kind === "row" || kind === "pile" || kind === "none";
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
    return this.of("discard").find((option) => option.cards === sorted(cards));
  }

  row(card: string): Option | undefined {
    return this.of("row").find((option) => option.cards === card);
  }

  get pile(): Option | undefined {
    return this.of("pile")[0];
  }

  get none(): Option | undefined {
    return this.of("none")[0];
  }

  get canDraw(): boolean {
    return this.all.some((option) => option.kind === "row" || option.kind === "pile");
  }

  get canDiscard(): boolean {
    return this.all.some((option) => option.kind === "discard");
  }
}

/** One card selected: builds by it, and cuts that use it. Two: just the cuts by both. */
function fits(option: Option, selected: string): boolean {
  if (option.kind === "free" || option.kind === "handicap") return true;
  if (selected.length === 1)
    return option.cards === selected || (option.kind === "cut" && option.cards.includes(selected));
  return option.kind === "cut" && selected.length === 2 && holds(option.cards, selected);
}
