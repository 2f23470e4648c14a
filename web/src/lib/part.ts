// A part of the catalogue that only some pages need: it comes with their chunk.
import { filled, type Language, type Values, words } from "./words.svelte";

/** What says the messages of a part, in the chosen language. */
export function part<K extends string>(
  catalogues: Record<Language, Record<K, string>>,
): (key: K, values?: Values) => string {
  return (key, values = {}) =>
    filled(catalogues[words.language][key] ?? key, values, words.language);
}
