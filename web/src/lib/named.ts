// What somebody is called. Who has left the site is nobody any more, but still part of a game.
import { t } from "./words.svelte";

const GONE = "gone"; // their kind, and their name in records

/** A name as it is shown, everywhere. */
export function named(who: { name: string; kind: string }): string {
  return who.kind === GONE ? t("name.gone") : who.name;
}

/** The name that a record has for somebody, if it has one. */
export function recorded(name: string | undefined): string {
  return named({ name: name ?? "", kind: name === GONE ? GONE : "" });
}
