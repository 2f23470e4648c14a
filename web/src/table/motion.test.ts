import { afterEach, describe, expect, test } from "vitest";
import { deal, drop, fade, grow, lift, sink, still } from "./motion";

const node = document.createElement("div");
const all = { grow, sink, drop, lift, deal, fade };
afterEach(() => delete document.documentElement.dataset["motion"]);

describe.each(Object.entries(all))("%s", (_, move) => {
  test("is short", () => {
    const { duration = 0 } = move(node);
    expect(duration).toBeGreaterThan(0);
    expect(duration).toBeLessThan(700);
  });

  test("moves by transform and opacity only", () => {
    for (const t of [0, 0.3, 1]) {
      const css = move(node).css?.(t, 1 - t) ?? "";
      const properties = css.split(";").map((rule) => rule.split(":")[0]?.trim());
      expect(["transform", "opacity"]).toEqual(expect.arrayContaining(properties));
    }
  });

  test("is gone for who wants no motion", () => {
    document.documentElement.dataset["motion"] = "none";
    expect(still()).toBe(true);
    expect(move(node).duration).toBe(0);
  });
});
