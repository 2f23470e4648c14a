// What the page says, in the reader's language: messages with places {name} and plurals
// {n, plural, one {…} other {…}}.
import type en from "../words/en";

export type Language = "en" | "de";
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Catalogue = Record<Key, string>;

// Only the language that is read is fetched; the server has begun to send it (page/built.py).
const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("../words/en"),
  de: () => import("../words/de"),
};

class Words {
  language = $state<Language>("en");
  catalogue = $state.raw<Partial<Catalogue>>({});

  async choose(language: Language): Promise<void> {
    const { default: catalogue } = await catalogues[language]();
    this.catalogue = catalogue;
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem("language", language);
  }

  /** The language chosen before, else the browser's, else English. */
  async begin(): Promise<void> {
    const wanted = [localStorage.getItem("language"), ...navigator.languages];
    const known = wanted.map((name) => name?.slice(0, 2)).find((name) => name && name in catalogues);
    await this.choose((known as Language | undefined) ?? "en");
  }
}

export const words = new Words();

/** A message in the chosen language. */
export function t(key: Key, values: Values = {}): string {
  return filled(words.catalogue[key] ?? key, values, words.language);
}

export function filled(message: string, values: Values, language: Language): string {
  let text = "";
  for (let at = 0; at < message.length; at++) {
    if (message[at] !== "{") {
      text += message[at];
      continue;
    }
    const end = closing(message, at);
    text += place(message.slice(at + 1, end), values, language);
    at = end;
  }
  return text;
}

function closing(message: string, start: number): number {
  let depth = 0;
  for (let at = start; at < message.length; at++) {
    if (message[at] === "{") depth++;
    if (message[at] === "}" && --depth === 0) return at;
  }
  return message.length;
}

function place(inside: string, values: Values, language: Language): string {
  const plural = /^(\w+), plural, /.exec(inside);
  if (!plural) return String(values[inside] ?? `{${inside}}`);
  const count = Number(values[plural[1] as string]);
  const forms = new Map<string, string>();
  let rest = inside.slice(plural[0].length);
  while (rest.trim()) {
    const open = rest.indexOf("{");
    const end = closing(rest, open);
    forms.set(rest.slice(0, open).trim(), rest.slice(open + 1, end));
    rest = rest.slice(end + 1);
  }
  const form =
    forms.get(`=${count}`) ??
    forms.get(plurals(language).select(count)) ??
    forms.get("other") ??
    "";
  return filled(form.replaceAll("#", String(count)), values, language);
}

const rules = new Map<Language, Intl.PluralRules>(); // to make one takes a phone some milliseconds

function plurals(language: Language): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}
