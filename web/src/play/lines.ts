// A game in a list: whom I play, how it stands, how it ended, as I see it.
import type { GameLine, Seat, Somebody } from "../lib/types";
import { other } from "../lib/types";

export type Outcome = "won" | "lost" | "drawn";

export function seatOf(line: GameLine, seat: Seat): Somebody | null {
  return seat === "White" ? line.white : line.black;
}

export function opponentOf(line: GameLine): Somebody | null {
  return line.one_device || !line.you ? null : seatOf(line, other(line.you));
}

/** How it ended for me; null if it has not, or if I played both sides or none. */
export function outcomeOf(line: GameLine): Outcome | null {
  if (line.status !== "over" || line.one_device || !line.you) return null;
  if (line.result === "Draw") return "drawn";
  return line.result === line.you ? "won" : "lost";
}

/** The points "3-1" with mine first, as one says them. */
export function scoreFor(line: Pick<GameLine, "score" | "you">): string {
  const [white = "", black = ""] = line.score.split("-");
  if (!black) return line.score;
  return line.you === "Black" ? `${black} : ${white}` : `${white} : ${black}`;
}

export interface Shelf {
  mine: GameLine[]; // it is my turn
  theirs: GameLine[]; // I wait
  past: GameLine[];
}

export function sorted(lines: readonly GameLine[]): Shelf {
  const shelf: Shelf = { mine: [], theirs: [], past: [] };
  for (const line of lines) {
    if (line.status === "over" || line.status === "aborted") shelf.past.push(line);
    else if (line.your_turn && line.status === "running") shelf.mine.push(line);
    else shelf.theirs.push(line);
  }
  return shelf;
}
