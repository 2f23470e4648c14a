// The catalogues say the same in both languages, place by place.
import { expect, test } from "vitest";

type Catalogue = Record<string, string>;
const read = import.meta.glob<Catalogue>("./*/*.json", { eager: true, import: "default" });
const PARTS = Object.keys(read)
  .map((path) => /^\.\/en\/(\w+)\.json$/.exec(path)?.[1])
  .filter((name) => name !== undefined)
  .map((name): [string, Catalogue, Catalogue] => [name, of("en", name), of("de", name)]);

function of(language: string, name: string): Catalogue {
  return read[`./${language}/${name}.json`] ?? {};
}

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
