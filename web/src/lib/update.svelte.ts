// The page's version. A server that has a newer one says so over the live connection; the tab
// then reloads itself, as soon as nothing is going on in it. Turns being built are kept anyway.
import { online } from "./online.svelte";

const REST = 4_000; // until the service worker is called, which fetches every part of the page
const QUIET = 4_000; // without a touch or a key
const PATIENCE = 20_000; // until the new version is fetched, where a service worker does that
const INPUT = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

export class Update {
  outdated = $state(false);
  private touched = 0;
  private registered: Promise<ServiceWorkerRegistration | undefined> | undefined;

  constructor(
    readonly version: string,
    private readonly reload: () => void,
  ) {}

  /** Begin to look after the version of this tab. */
  begin(): void {
    if (!/^\w{12}$/.test(this.version) || this.version.startsWith("_")) return; // not a built page
    for (const name of INPUT)
      addEventListener(name, () => (this.touched = Date.now()), { passive: true, capture: true });
    // A part of the page is gone from the server: it has another version.
    addEventListener("vite:preloadError", () => this.once("part"));
    const workers = this.workers;
    if (!workers) return; // a browser, or an address without HTTPS, that has none
    const before = workers.controller;
    workers.addEventListener("controllerchange", () => {
      if (before && !this.outdated) {
        this.outdated = true;
        void this.renew("worker");
      }
    });
    setTimeout(() => void this.call(), REST); // what is in sight comes first
  }

  /** Take note of the server's version. */
  heard(version: string): void {
    if (!version || version === this.version || this.outdated) return;
    this.outdated = true;
    void this.renew(version);
  }

  /** The service worker, which is called if it has not been. */
  async worker(): Promise<ServiceWorkerRegistration | undefined> {
    this.registered ??= this.workers?.register("/worker.js").catch(() => undefined);
    const worker = await this.registered;
    if (!worker) this.registered = undefined; // the server was away: it can be tried again
    return worker;
  }

  private get workers(): ServiceWorkerContainer | undefined {
    return navigator.serviceWorker as ServiceWorkerContainer | undefined;
  }

  private async call(): Promise<void> {
    while (online.gone) await pause(REST);
    await this.worker();
  }

  private async renew(version: string): Promise<void> {
    const until = Date.now() + PATIENCE;
    const worker = await this.worker();
    await worker?.update().catch(() => undefined);
    while (worker?.installing && Date.now() < until) await pause(200);
    while (!this.quiet()) await pause(500);
    this.once(version);
  }

  /** Whether a reload would disturb nobody. */
  private quiet(): boolean {
    if (document.hidden) return true;
    const writing = document.activeElement?.matches("input, textarea, select") ?? false;
    const busy = document.querySelector("dialog[open], [aria-busy=true]") !== null;
    return !writing && !busy && Date.now() - this.touched > QUIET;
  }

  /** Reload, but not again and again for the same reason. */
  private once(reason: string): void {
    const mark = `${this.version} ${reason}`;
    if (sessionStorage.getItem("reloaded") === mark) return;
    sessionStorage.setItem("reloaded", mark);
    this.reload();
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}

function ownVersion(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";
}

export const update = new Update(ownVersion(), () => location.reload());
