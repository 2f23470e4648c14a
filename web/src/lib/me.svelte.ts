// Who I am, if anybody: a guest is made by a name when the first game needs one. And where an
// opponent waits for me, which is asked for now and then.
import { ask } from "./api";
import { live } from "./live.svelte";
import type { Me } from "./types";
import { words } from "./words.svelte";

const PAUSE = 25_000;

class Myself {
  me = $state.raw<Me | null>(null);
  known = $state(false);
  turns = $state.raw<string[]>([]); // games in which an opponent waits for me
  mails = $state(false); // whether the site sends any
  address = $state(""); // the site's public one, when it is known
  name = $state(localStorage.getItem("name") ?? ""); // as last given
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Learn who I am, and keep an eye on my games. */
  async begin(): Promise<void> {
    addEventListener("visibilitychange", () => document.hidden || void this.look());
    await this.look();
  }

  /** Ask anew; an answer that does not come is asked for later. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const visit = await ask("get", "/api/visit");
      this.me = visit.me;
      this.turns = visit.turns;
      this.mails = visit.mails;
      this.address = visit.address;
      if (visit.me) this.call(visit.me.name);
    } catch {
      // The banner of the lost connection says it.
    } finally {
      this.known = true;
      this.timer = setTimeout(() => void this.look(), PAUSE);
    }
  }

  /** Remember a name for the next game. */
  call(name: string): void {
    this.name = name;
    localStorage.setItem("name", name);
  }

  /** Be somebody: as before, or a guest; of this name if one is given. */
  async ensure(name: string, otherwise = "Guest"): Promise<void> {
    if (!this.known) await this.look();
    const wanted = name.trim();
    if (this.me) {
      if (this.me.kind === "guest" && wanted && wanted !== this.me.name) {
        this.me = await ask("patch", "/api/me", { body: { name: wanted } });
        this.call(this.me.name);
      }
      return;
    }
    this.me = await ask("post", "/api/guests", {
      body: { name: wanted || otherwise, language: words.language },
    });
    this.call(this.me.name);
    live.renew();
  }

  /** After logging in or out: everything about me is new. */
  async changed(): Promise<void> {
    live.renew();
    await this.look();
  }
}

export const myself = new Myself();
