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

/** The one of these lines that is nearest to a point and not farther than `reach`. */
export function nearestLine(
  seat: Seat,
  point: Point,
  names: ReadonlySet<string> | null,
  reach: number,
): string | null {
  let found: string | null = null;
  let best = reach;
  for (const line of sides[seat].lines) {
    if (names && !names.has(line.name)) continue;
    const away = distance(point, line.from, line.to);
    if (away <= best) [best, found] = [away, line.name];
  }
  return found;
}

function distance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy);
}

/** The island at a point. */
export function islandAt(seat: Seat, point: Point): string | null {
  const found = sides[seat].islands.find(
    (island) => Math.hypot(point.x - island.x, point.y - island.y) < island.radius,
  );
  return found?.letter ?? null;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const HEADINGS: Record<Arrow, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
const WIDEST = 0.3; // the cosine beyond which a line does not lead there any more

/** Walk from an island in a direction: along the line that leads there best. */
export function walk(
  seat: Seat,
  letter: string,
  arrow: Arrow,
): { island: string; line: string } | null {
  const here = sides[seat].island.get(letter);
  if (!here) return null;
  const heading = HEADINGS[arrow];
  let found: { island: string; line: string } | null = null;
  let best = WIDEST;
  for (const line of sides[seat].lines) {
    if (!line.ends.includes(letter)) continue;
    const across = line.ends[0] === letter ? line.ends[1] : line.ends[0];
    const there = sides[seat].island.get(across);
    if (!there) continue;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const fit = (dx * heading.x + dy * heading.y) / Math.hypot(dx, dy);
    if (fit > best) [best, found] = [fit, { island: across, line: line.name }];
  }
  return found;
}

/** Look around on an island: the next of its lines, clockwise (1) or the other way (-1). */
export function lookAround(seat: Seat, letter: string, line: string | null, step: 1 | -1): string {
  const here = sides[seat].island.get(letter);
  const around = linesAt(letter)
    .map(({ name, ends }) => {
      const there = sides[seat].island.get(ends[0] === letter ? ends[1] : ends[0]);
      const angle = here && there ? Math.atan2(there.y - here.y, there.x - here.x) : 0;
      return { name, angle };
    })
    .sort((one, other) => one.angle - other.angle);
  const at = around.findIndex((one) => one.name === line);
  return around.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % around.length)?.name ?? "";
}

/** The middle of a line, as shares of the board's width and height. */
export function middleOf(seat: Seat, name: string): Point {
  const line = sides[seat].line.get(name);
  if (!line) return { x: 0.5, y: 0.5 };
  return {
    x: ((line.from.x + line.to.x) / 2 - left) / width,
    y: ((line.from.y + line.to.y) / 2 - top) / height,
  };
}

/** A point of the screen, as a point of the board that fills this rectangle. */
export function onBoard(x: number, y: number, box: DOMRect): Point {
  return {
    x: left + ((x - box.left) / box.width) * width,
    y: top + ((y - box.top) / box.height) * height,
  };
}

/** How many units of the board a pixel of the screen is. */
export function unitsPerPixel(box: DOMRect): number {
  return width / box.width;
}
