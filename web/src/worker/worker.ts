// The service worker: the page opens at once, also without a network, and notices are shown.
// What a version is made of is kept as a whole, so it always fits together; nothing of /api ever
// is. A new version is fetched beside the old one; the page reloads when nothing is going on
// (lib/update).
import { kindOf } from "./kinds";

declare const self: ServiceWorkerGlobalScope;

// Filled in by plugins/finish.ts.
const VERSION = "__VERSION__";
const KEPT = "__KEPT__".split(" ");
const SHELL = "/";
const CACHE = `kahuna ${VERSION}`;
const KEEP = 2; // versions: tabs of the one before still ask for their parts

self.addEventListener("install", (event) => {
  event.waitUntil(fetchAll().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kind = kindOf(request.method, request.mode, new URL(request.url), self.location.origin);
  if (kind === "shell") event.respondWith(shell(request));
  else if (kind === "kept") event.respondWith(kept(request));
});

self.addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data?.json() as Record<string, string>;
  const shown = self.registration.showNotification(title ?? "Kahuna", {
    body: body ?? "",
    tag: tag ?? "",
    icon: "/icon-192.png",
    data: link,
  });
  event.waitUntil(shown);
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

async function fetchAll(): Promise<void> {
  const page = await fetch(SHELL, { cache: "no-cache" });
  // A server that was changed in between: the browser tries again later.
  if (!(await page.clone().text()).includes(VERSION)) throw new Error("another version");
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT);
  await cache.put(SHELL, page);
}

async function forgetOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith("kahuna "));
  await Promise.all(ours.slice(0, -KEEP).map((name) => caches.delete(name)));
}

async function shell(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(SHELL)) ?? fetch(request);
}

/** From what is kept, else from the network, and kept from then on. */
async function kept(request: Request): Promise<Response> {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/** Show a game: in the tab that has it, else in a new one. */
async function open(link: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: "window" });
  const there = tabs.find((tab) => new URL(tab.url).pathname === new URL(link, tab.url).pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(link);
}
