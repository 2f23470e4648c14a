import { describe, expect, test } from "vitest";
import { agrees, dealt, fromHex, mixed, parsed, sha256, shuffled, toHex, verdict } from "./fair";

const ALL = "AABBCCDDEEFFGGHHIIJJKKLL";
const aloha = fromHex("616c6f6861").buffer;

describe("the dealer, as docs/dealing.md has it", () => {
  test("shuffles", async () => {
    expect(await shuffled(aloha, 1, ALL)).toBe("DLFCDFGEHKGILJCJAEAHIBKB");
    expect(await shuffled(new ArrayBuffer(32), 2, "AABCDEFGHIJKL")).toBe("FKABCGHJDIAEL");
  });

  test("mixes the players' numbers in", async () => {
    expect(toHex(await mixed("616c6f6861", "7", "")).slice(0, 16)).toBe("a26056c40256426c");
  });
});

describe("a record", () => {
  const kgn = `[KGN "1"]
[Deal "White ABC Black DEF Row GHI"]

1. AB {bold} +G>K
2. DE DFxDF +?L ; well
3. /BC +I
4. - @JKL
`;
  test("is read", () => {
    expect(parsed(kgn).tokens).toEqual([
      ...["AB", "+G>K", "DE", "DFxDF", "+?L", "/BC", "+I", "-", "@JKL"],
    ]);
  });

  test("tells what was dealt, and from which cards", () => {
    expect(dealt(parsed(kgn))).toEqual([
      { cards: "ABCDEFGHIKL", from: ALL },
      { cards: "JKL", from: "ADDFBC" },
    ]);
  });
});

test("hands are recorded in order, so their order proves nothing", () => {
  expect(agrees("CABFEDGHIJ", "ABCDEFGHI", 1)).toBe(true);
  expect(agrees("CABFEDGHIJ", "ABCDEFHGI", 1)).toBe(false);
  expect(agrees("JKLA", "KJL", 2)).toBe(false);
});

describe("the verdict", () => {
  const kgnOf = (order: string) =>
    `[Deal "White ${[...order.slice(0, 3)].sort().join("")} Black ${[...order.slice(3, 6)].sort().join("")} Row ${order.slice(6, 9)}"]\n\n1. +?${order[9]}\n`;
  const fairness = async () => ({
    commitment: toHex(await sha256(fromHex("616c6f6861"))),
    white_number: "7",
    black_number: "",
    seed: "616c6f6861",
  });

  test("is good for what was dealt as promised", async () => {
    const order = await shuffled(await mixed("616c6f6861", "7", ""), 1, ALL);
    const found = await verdict(await fairness(), kgnOf(order));
    expect([found.promised, found.rounds.map((round) => round.right)]).toEqual([true, [true]]);
  });

  test("is bad for other cards, and for another seed", async () => {
    const other = await shuffled(aloha, 1, ALL);
    const found = await verdict({ ...(await fairness()), commitment: "00" }, kgnOf(other));
    expect([found.promised, found.rounds.map((round) => round.right)]).toEqual([false, [false]]);
  });
});
