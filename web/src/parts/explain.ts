// What was refused, in words for players. The server's own words are for programs and in English.
import { Problem } from "../lib/api";
import { type Key, t } from "../lib/words.svelte";

const KNOWN = {
  offline: "problem.offline",
  nobody: "problem.nobody",
  "wrong-password": "problem.wrong-password",
  passkey: "problem.passkey",
  banned: "problem.banned",
  "name-taken": "problem.name-taken",
  name: "problem.name",
  "name-fixed": "problem.name-fixed",
  "password-short": "problem.password-short",
  "password-long": "problem.password-long",
  address: "problem.address",
  "no-mail": "problem.no-mail",
  "mail-failed": "problem.mail-failed",
  "too-old": "problem.too-old",
  "too-often": "problem.too-often",
  "too-many": "problem.too-many",
  "last-way-in": "problem.last-way-in",
  gone: "problem.gone",
  "not-open": "problem.gone",
  "no-guest": "problem.no-guest",
  "not-found": "problem.not-found",
  "push-service": "problem.push-service",
  stopping: "problem.stopping",
} as const satisfies Record<string, Key>;

/** Whether it is the name that will not do. */
export function isOfName(problem: unknown): boolean {
  return problem instanceof Problem && (problem.code === "name" || problem.code === "name-taken");
}

export function explain(problem: unknown): string {
  if (!(problem instanceof Problem)) return t("problem.unknown");
  const key = KNOWN[problem.code as keyof typeof KNOWN] as Key | undefined;
  return t(key ?? "problem.unknown");
}
