import { afterEach, describe, expect, test } from "vitest";
import { Problem } from "../lib/api";
import { words } from "../lib/words.svelte";
import { position } from "./shown";
import { bareStep, consequence, islandState, lineState, step, trouble, turnText } from "./tell";
import { choice, view } from "./testing/server";

afterEach(() => words.choose("en"));
const names = { White: "Ana", Black: "Kimo" };

describe("in words", () => {
  test("what a bridge would bring", () => {
    const told = consequence(
      choice("HE", { gains: ["E", "H"], removes: ["DH", "DE"], loses: ["D"] }),
    );
    expect(told).toBe(
      "Elai–Huna with Huna. You gain Elai and Huna. Duda–Huna and Duda–Elai fall. " +
        "Your opponent loses Duda.",
    );
  });

  test("what a cut would bring, without telling the bridge twice", () => {
    expect(consequence(choice("HHxEH", { removes: ["EH"] }))).toBe(
      "Cut Elai–Huna with Huna and Huna.",
    );
  });

  test.each([
    ["AB", "Ana builds Aloa–Bari."],
    ["=AB", "Ana builds Aloa–Bari for free."],
    ["^AB", "Ana places Aloa–Bari."],
    ["/??", "Ana discards 2 cards."],
    ["/A", "Ana discards a card."],
    ["+B>F", "Ana takes Bari."],
    ["+?", "Ana draws from the pile."],
    ["+?C", "Ana draws Coco from the pile."],
    ["-", "Ana draws nothing."],
    ["resign", "Ana gives up."],
    ["timeout", "Ana is out of time."],
  ])("%s", (token, told) => {
    expect(step(choice(token), "Ana")).toBe(told);
  });

  test("a step where it is clear whose it is", () => {
    expect(bareStep(choice("AB", { gains: ["A"] }))).toBe("Builds Aloa–Bari. Gains Aloa.");
    expect(turnText(["AB", "+?"])).toBe("Builds Aloa–Bari. Draws from the pile.");
  });

  test("the same in German", async () => {
    await words.choose("de");
    expect(step(choice("HHxEH"), "Ana")).toBe("Ana kappt Elai–Huna mit Huna und Huna.");
    expect(turnText(["AB", "-"])).toBe("Baut Aloa–Bari. Verzichtet aufs Ziehen.");
  });

  test("how an island and a line stand", () => {
    const shown = position(
      view({ white: { ...view().white, bridges: ["AB", "AD"], islands: ["A"] } }),
    );
    expect(islandState("A", shown, names)).toBe(
      "Aloa, 3 lines. Ana holds it with 2. Kimo has 0, needs 2 more.",
    );
    expect(lineState("AB", shown, names)).toBe("Aloa–Bari: Ana’s bridge.");
    expect(lineState("AH", shown, names)).toBe("Aloa–Huna: free.");
  });
});

describe("trouble", () => {
  test("is told in the player's language where it is known", async () => {
    await words.choose("de");
    expect(trouble(new Problem(409, "not-your-turn", "it is Black's turn"))).toBe(
      "Du bist nicht am Zug.",
    );
  });

  test("is told as the server says it where it is not", () => {
    expect(trouble(new Problem(422, "protected", "HUNA is protected"))).toBe("HUNA is protected");
  });

  test("of the server's own making is not told at length", () => {
    expect(trouble(new Problem(500, "unknown", "boom"))).toBe(
      "Something went wrong. Please try again.",
    );
  });
});
