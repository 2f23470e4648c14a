// Where things lie on the board, seen from either side of the table.
import board from "../../generated/board.json";
import type { Seat } from "../lib/types";

export interface Point {
  x: number;
  y: number;
}

export interface Island extends Point {
  letter: string;
  name: string;
  lines: number;
  majority: number;
  radius: number;
  plate: Point;
}

export interface Line {
  name: string;
  ends: [string, string];
  from: Point;
  to: Point;
  length: number;
  angle: number; // degrees
}

export interface Geometry {
  islands: readonly Island[];
  lines: readonly Line[];
  island: ReadonlyMap<string, Island>;
  line: ReadonlyMap<string, Line>;
}

const [left, top, width, height] = board.box as [number, number, number, number];
export const VIEW_BOX = `${left} ${top} ${width} ${height}`;
export const ASPECT = width / height;
export const BRIDGES = board.bridges;

/** The board is turned by a half turn about its middle, so that all stays upright. */
function placed(x: number, y: number, seat: Seat): Point {
  return seat === "White" ? { x, y } : { x: 2 * left + width - x, y: 2 * top + height - y };
}

function made(seat: Seat): Geometry {
  const islands = board.islands.map((raw): Island => {
    const [dx, dy] = raw.plate as [number, number];
    return {
      letter: raw.letter,
      name: raw.name,
      lines: raw.lines,
      majority: raw.majority,
      radius: raw.radius,
      ...placed(raw.x, raw.y, seat),
      plate: placed(raw.x + dx, raw.y + dy, seat),
    };
  });
  const lines = board.lines.map((raw): Line => {
    const ends = (raw.span as [number, number][])
      .map(([x, y]) => placed(x, y, seat))
      .sort((a, b) => a.x - b.x || a.y - b.y);
    const [from, to] = ends as [Point, Point];
    return {
      name: raw.name,
      ends: [raw.name[0] as string, raw.name[1] as string],
      from,
      to,
      length: Math.hypot(to.x - from.x, to.y - from.y),
      angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
    };
  });
  return {
    islands,
    lines,
    island: new Map(islands.map((island) => [island.letter, island])),
    line: new Map(lines.map((line) => [line.name, line])),
  };
}

const sides: Record<Seat, Geometry> = { White: made("White"), Black: made("Black") };

export function geometry(seat: Seat): Geometry {
  return sides[seat];
}

export function islandName(letter: string): string {
  return sides.White.island.get(letter)?.name ?? letter;
}

/** The lines at an island. */
export function linesAt(letter: string): readonly Line[] {
  return sides.White.lines.filter((line) => line.ends.includes(letter));
}
