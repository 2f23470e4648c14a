import { describe, expect, test } from "vitest";
import {
  geometry,
  islandAt,
  linesAt,
  lookAround,
  middleOf,
  nearestLine,
  onBoard,
  walk,
} from "./geometry";

describe("the board", () => {
  test("has twelve islands and 27 lines, seen from either side", () => {
    for (const seat of ["White", "Black"] as const) {
      expect(geometry(seat).islands).toHaveLength(12);
      expect(geometry(seat).lines).toHaveLength(27);
    }
  });

  test("is turned by half a turn for Black", () => {
    const [white, black] = [geometry("White").island.get("A"), geometry("Black").island.get("L")];
    expect(white && black && white.y < 300 && black.y < 300).toBe(true);
  });

  test("gives every island as many lines as it says", () => {
    for (const island of geometry("White").islands)
      expect(linesAt(island.letter)).toHaveLength(island.lines);
  });
});

describe("pointing", () => {
  const ab = geometry("White").line.get("AB");
  const middle = { x: ((ab?.from.x ?? 0) + (ab?.to.x ?? 0)) / 2, y: ((ab?.from.y ?? 0) + (ab?.to.y ?? 0)) / 2 };

  test("means the nearest line within reach", () => {
    expect(nearestLine("White", middle, null, 20)).toBe("AB");
    expect(nearestLine("White", { x: middle.x, y: middle.y - 60 }, null, 20)).toBeNull();
  });

  test("means only lines that are offered", () => {
    expect(nearestLine("White", middle, new Set(["AH"]), 20)).toBeNull();
  });

  test("finds islands", () => {
    const island = geometry("White").island.get("E");
    expect(island && islandAt("White", island)).toBe("E");
    expect(islandAt("White", middle)).toBeNull();
  });

  test("on the screen is a point of the board", () => {
    const share = middleOf("White", "AB");
    const at = onBoard(100 + share.x * 500, 50 + share.y * 400, new DOMRect(100, 50, 500, 400));
    expect(at.x).toBeCloseTo(middle.x);
    expect(at.y).toBeCloseTo(middle.y);
  });
});

describe("walking", () => {
  test("follows the line that leads there best", () => {
    expect(walk("White", "A", "ArrowRight")).toEqual({ island: "B", line: "AB" });
    expect(walk("White", "B", "ArrowLeft")).toEqual({ island: "A", line: "AB" });
    expect(walk("White", "A", "ArrowDown")).toMatchObject({ line: "AH" });
  });

  test("stays where no line leads", () => {
    expect(walk("White", "A", "ArrowUp")).toBeNull();
  });

  test("reaches every island", () => {
    const seen = new Set(["E"]);
    const todo = ["E"];
    for (let here = todo.pop(); here; here = todo.pop())
      for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
        const next = walk("White", here, arrow)?.island;
        if (next && !seen.has(next)) {
          seen.add(next);
          todo.push(next);
        }
      }
    expect(seen.size).toBe(12);
  });
});

describe("looking around", () => {
  test.each([1, -1] as const)("sees every line of an island once, in direction %d", (step) => {
    for (const { letter } of geometry("Black").islands) {
      const seen: string[] = [];
      for (const _ of linesAt(letter)) seen.push(lookAround("Black", letter, seen.at(-1) ?? null, step));
      expect(seen.toSorted()).toEqual(linesAt(letter).map((line) => line.name).toSorted());
    }
  });

  test("goes round clockwise", () => {
    const first = lookAround("White", "E", null, 1);
    const second = lookAround("White", "E", first, 1);
    expect(lookAround("White", "E", second, -1)).toBe(first);
    expect(lookAround("White", "E", first, -1)).toBe(lookAround("White", "E", null, -1));
  });
});
