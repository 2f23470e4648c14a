// What the service worker does with a request.

export type Kind = "shell" | "kept" | "network";

const SERVERS_OWN = /^\/(api|healthz|metrics|worker\.js|style\.css)(\/|$)/;
const KEPT = /^\/(assets\/|art\/|icon|site\.webmanifest)/;

/** Whether it asks for the page itself, for a part that is kept, or for what only the server has. */
export function kindOf(method: string, mode: string, url: URL, origin: string): Kind {
  if (method !== "GET" || url.origin !== origin || SERVERS_OWN.test(url.pathname)) return "network";
  if (KEPT.test(url.pathname)) return "kept";
  return mode === "navigate" ? "shell" : "network";
}
