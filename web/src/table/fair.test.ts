import { bytesToHex } from "@noble/hashes/utils.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { agrees, dealt, fromHex, hashOf, mixed, parsed, shuffled, verdict } from "./fair";

const ALL = "AABBCCDDEEFFGGHHIIJJKKLL";
const aloha = fromHex("616c6f6861");

afterEach(() => vi.unstubAllGlobals());

describe("the dealer, as docs/dealing.md has it", () => {
  test("shuffles", () => {
    expect(shuffled(aloha, 1, ALL)).toBe("DLFCDFGEHKGILJCJAEAHIBKB");
    expect(shuffled(new Uint8Array(32), 2, "AABCDEFGHIJKL")).toBe("FKABCGHJDIAEL");
  });

  test("mixes the players' numbers in", () => {
    expect(bytesToHex(mixed("616c6f6861", "7", "")).slice(0, 16)).toBe("a26056c40256426c");
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
  const HASH = "0206a97843b1ba4fbb147d472550ec3b5ee8aacadf3707522157240940d1bebd";
  const SEED = "a26056c40256426cfc73b9fe3ca769174a8e9bd1d2bd4d9b6bd7c0afaab4d064";
  const SEED_HASH = "b4e32c9b53ccd1d814f36c2c750715572aabf734ebfed8808762d88c8b5140d3";
  const kgnOf = (order: string) =>
    `[Seed "${SEED}"]
[SeedHash "${SEED_HASH}"]
[ServerSeed "616c6f6861"]
[ServerSeedHash "${HASH}"]
[WhiteNumber "7"]
[BlackNumber ""]
[Deal "White ${[...order.slice(0, 3)].sort().join("")} Black ${[...order.slice(3, 6)].sort().join("")} Row ${order.slice(6, 9)}"]\n\n1. +?${order[9]}\n`;
  const fairness = { commitment: HASH, white_number: "7", black_number: "", seed: "616c6f6861" };
  const right = () => kgnOf(shuffled(mixed("616c6f6861", "7", ""), 1, ALL));

  test("is good for what was dealt as promised", () => {
    const found = verdict(fairness, right());
    expect(found).toMatchObject({ promised: true, recorded: true, rounds: [{ right: true }] });
  });

  test("is found where the browser keeps its own cryptography for HTTPS", async () => {
    vi.stubGlobal("crypto", undefined);
    vi.resetModules(); // nothing of it was kept from before, either
    const anew = await import("./fair");
    const found = anew.verdict(fairness, right());
    expect(found).toMatchObject({ promised: true, recorded: true, rounds: [{ right: true }] });
  });

  test("is bad for other cards, and for another seed", () => {
    const other = shuffled(aloha, 1, ALL);
    const found = verdict({ ...fairness, commitment: "00" }, kgnOf(other));
    expect(found).toMatchObject({ promised: false, recorded: false, rounds: [{ right: false }] });
  });

  test.each(["Seed", "SeedHash", "ServerSeed", "ServerSeedHash", "WhiteNumber", "BlackNumber"])(
    "is bad for a record with another %s",
    (tag) => {
      const kgn = right().replace(`[${tag} "`, `[${tag} "00`);
      expect(verdict(fairness, kgn).recorded).toBe(false);
    },
  );

  test("is bad for a record that hides the cards", () => {
    const kgn = right().replace(/White \w{3}/, "White ???");
    expect(verdict(fairness, kgn).rounds[0]?.right).toBe(false);
  });

  test.each([
    [[], null],
    [[{ commitment: "c0ffee", number: "1" }], null], // of another game
    [[{ commitment: HASH, number: "7" }], true],
    [[{ commitment: HASH, number: "8" }], false],
    [[{ commitment: "c0ffee", number: "7" }], false],
  ])("asks what this browser noted before: %j", (notes, noted) => {
    expect(verdict(fairness, right(), notes).noted).toBe(noted);
  });

  test("knows that two who were paired were promised a half each", () => {
    const [white, black] = ["11".repeat(32), "22".repeat(32)];
    const commitment = hashOf(white + black);
    const paired = { commitment, white_number: "7", black_number: "8", seed: white + black };
    const hash = hashOf(black);
    const noted = (number: string) =>
      verdict(paired, right(), [{ commitment: hash, number }]).noted;
    expect([noted("8"), noted("7")]).toEqual([true, false]);
  });
});
