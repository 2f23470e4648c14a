// The catalogues say the same in both languages, place by place.
import { expect, test } from "vitest";
import deAround from "./de/around.json";
import dePages from "./de/pages.json";
import deLessons from "./de/lessons.json";
import deRules from "./de/rules.json";
import deStudy from "./de/study.json";
import enAround from "./en/around.json";
import enPages from "./en/pages.json";
import enLessons from "./en/lessons.json";
import enRules from "./en/rules.json";
import enStudy from "./en/study.json";

type Catalogue = Record<string, string>;
const PARTS: [string, Catalogue, Catalogue][] = [
  ["around", enAround, deAround],
  ["pages", enPages, dePages],
  ["rules", enRules, deRules],
  ["study", enStudy, deStudy],
  ["lessons", enLessons, deLessons],
];

/** The places of a message; what a plural form says looks like one, but is none. */
function places(message: string): string[] {
  const found = message.matchAll(/(?<!(?:=\d+|one|other) )\{(\w+)[},]/g);
  return [...new Set([...found].map((place) => place[1] as string))].sort();
}

test.each(PARTS)("%s is complete", (_, en, de) => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const [key, message] of Object.entries(en)) {
    expect(de[key], key).not.toBe("");
    expect(places(de[key] ?? ""), key).toEqual(places(message));
  }
});
