// The games that I look for. As long as there are any, the lobby is followed from whatever page,
// which keeps them alive; a game that has come about is opened, or at a table only announced.
import { ask } from "../lib/api";
import { live } from "../lib/live.svelte";
import { myself } from "../lib/me.svelte";
import { route } from "../lib/route.svelte";
import type { LobbyState, NewSeek, OwnSeek } from "../lib/types";

class Seeking {
  own = $state.raw<OwnSeek[]>([]);
  lobby = $state.raw<LobbyState | null>(null);
  found = $state<string | null>(null); // a game that has begun while I am at another
  private stop: (() => void) | null = null;
  private pages = 0; // that show the lobby

  readonly quick = $derived(this.own.find((seek) => seek.quick) ?? null);

  constructor() {
    live.onback(() => {
      if (this.own.length) void this.look().catch(() => undefined);
    });
  }

  /** What I have looked for, before the page was loaded or while it was cut off. */
  async look(): Promise<void> {
    if (!myself.me) return;
    const own = await ask("get", "/api/seeks/mine");
    const awaited = new Set(this.own.map((seek) => seek.number));
    this.keep(own);
    const found = own.find((seek) => seek.game !== null && awaited.has(seek.number));
    if (found?.game) {
      this.begun(found.game); // of which I have not heard, or not yet
      return;
    }
    // What I did myself shall show at once, whatever the live connection does.
    if (this.pages) this.lobby = { ...(await ask("get", "/api/seeks")), type: "lobby" };
  }

  async seek(wanted: NewSeek): Promise<void> {
    const made = await ask("post", "/api/seeks", { body: wanted });
    if (made.game) this.begun(made.game);
    else await this.look();
  }

  async withdraw(number: number): Promise<void> {
    await ask("delete", "/api/seeks/{number}", { at: { number: String(number) } });
    this.keep(this.own.filter((seek) => seek.number !== number));
  }

  /** Show the lobby; returns how to stop. */
  show(): () => void {
    this.pages++;
    this.follow();
    return () => {
      this.pages--;
      this.follow();
    };
  }

  private keep(own: OwnSeek[]): void {
    this.own = own.filter((seek) => seek.game === null);
    this.follow();
  }

  private begun(link: string): void {
    this.keep(this.own.filter((seek) => !seek.quick && seek.terms.clock.pace !== "live"));
    // The answer and the news both tell it: who is there already has heard it.
    if (route.path === "/" || route.path === "/lobby") route.go(`/${link}`);
    else if (route.path !== `/${link}`) this.found = link;
    void this.look();
  }

  private follow(): void {
    const wanted = this.pages > 0 || this.own.length > 0;
    if (wanted && !this.stop)
      this.stop = live.lobby({
        show: (state) => (this.lobby = state),
        paired: (link) => this.begun(link),
      });
    else if (!wanted && this.stop) {
      this.stop();
      this.stop = null;
    }
  }
}

export const seeking = new Seeking();
