// The small boards of the rules page can be played to their end.
import { expect, test } from "vitest";
import de from "../words/de/rules.json";
import en from "../words/en/rules.json";
import { Demo, type DemoName } from "./demo.svelte";
import demos from "./demos.json";
import hero from "./hero.json";
import { type Script, told } from "./script";

const names = Object.keys(demos) as DemoName[];

test.each(names)("%s ends after its steps, and begins anew", (name) => {
  const demo = new Demo(name);
  while (!demo.over) {
    expect(demo.lit.length).toBeGreaterThan(0);
    demo.touch("ZZ"); // not a line that can be touched
    demo.touch(demo.lit[0] as string);
  }
  expect(demo.hand).toBe("");
  demo.begin();
  expect(demo.hand).toBe(demo.data.hand);
  expect(demo.shown.White.bridges).toEqual(demo.data.white);
});

test.each(names)("%s says what to do and what became of it", (name) => {
  for (const words of [en, de]) {
    expect(words).toHaveProperty([`${name}.try`]);
    expect(words).toHaveProperty([`${name}.done`]);
  }
});

test("the cut of the lesson lets bridges fall", () => {
  const demo = new Demo("cut");
  demo.looked = "EH";
  expect(demo.seen.doomed).toEqual(["EH"]);
  demo.touch("EH");
  expect(demo.shown.Black.islands).toEqual(["L"]);
  demo.touch("EH");
  expect(demo.shown.White.islands).toEqual(["H"]);
  expect(demo.shown.Black.bridges).toEqual(["IL"]);
});

test("the worked example ends as the rules say", () => {
  const end = told(hero as Script, 4);
  expect([...end.White.islands].sort()).toEqual(["A", "B"]);
  expect([...end.Black.islands].sort()).toEqual(["E", "H"]);
  expect([...end.White.bridges].sort()).toEqual(["AB", "AD", "BC", "BD"]);
  expect([...end.Black.bridges].sort()).toEqual(["EF", "EH", "EI", "EJ", "HI", "HL"]);
});
