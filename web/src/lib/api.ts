// Requests to the server. What is refused comes back as a Problem, in words for people.
import type { paths } from "../../generated/api";
import { online } from "./online.svelte";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly more: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

const AWAY = new Set([502, 503, 504]);

type Method = "get" | "post" | "patch" | "delete" | "put";
type Answer<Path extends keyof paths, M extends Method> = paths[Path] extends {
  [key in M]: { responses: infer R };
}
  ? R extends { 200: { content: { "application/json": infer A } } }
    ? A
    : R extends { 201: { content: { "application/json": infer B } } }
      ? B
      : unknown
  : never;

/** Ask the server; `path` is one of the API's, with its places filled in by `at`. */
export async function ask<Path extends keyof paths, M extends Method>(
  method: M,
  path: Path,
  options: { at?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
): Promise<Answer<Path, M>> {
  let url: string = path;
  for (const [name, value] of Object.entries(options.at ?? {}))
    url = url.replace(`{${name}}`, encodeURIComponent(value));
  if (options.query) url += `?${new URLSearchParams(options.query)}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: method.toUpperCase(),
      ...(options.body === undefined
        ? {}
        : { body: JSON.stringify(options.body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    online.missed();
    throw new Problem(0, "offline", "the server cannot be reached");
  }
  const content = response.headers.get("content-type") ?? "";
  const data: unknown = content.includes("json") ? await response.json() : await response.text();
  if (!response.ok) {
    // Not the site itself says so, but what stands before it: it is away, or restarts.
    if (AWAY.has(response.status) && !content.includes("json")) {
      online.missed();
      throw new Problem(response.status, "offline", "the server is away");
    }
    const problem = (typeof data === "object" ? data : {}) as Partial<Problem> & { detail?: string };
    throw new Problem(
      response.status,
      problem.code ?? "unknown",
      problem.detail ?? response.statusText,
      problem.more ?? {},
    );
  }
  return data as Answer<Path, M>;
}
