// The game that follows: asked for here, or offered by the opponent.
import { ask } from "../lib/api";
import { live } from "../lib/live.svelte";
import { forget, newPromise, promised } from "../lib/promise";
import { route } from "../lib/route.svelte";
import type { GameState } from "../lib/types";

/** The server's part of it, handed in so that tests can play it. */
export interface Following {
  watch(game: string, seat: null, listener: (state: GameState) => void): () => void;
  /** `promise` is the published hash of the deal that is offered, if one is. */
  ask(game: string, promise: string | null): Promise<GameState>;
  go(path: string): void;
}

export const site: Following = {
  watch: (game, seat, listener) => live.watch(game, seat, listener),
  ask: async (link, promise) => {
    const deal = promise === null ? await newPromise() : promised(promise);
    const next = await ask("post", "/api/games/{link}/rematch", {
      at: { link },
      body: {
        arrival: { number: deal.number },
        commitment: promise === null ? deal.commitment : "",
      },
    });
    if (next.fairness.commitment === deal.commitment) return next;
    forget(deal); // there was a game already, with another one
    // The opponent has asked in the same moment: now that their deal is known, take it.
    return isOffered(next) ? site.ask(link, next.fairness.commitment) : next;
  },
  go: (path) => route.go(path),
};

/** The opponent waits for an answer: the own seat at the next table is still free. */
function isOffered({ status, you }: GameState): boolean {
  return status === "open" && you === "Spectator";
}

export class Rematch {
  private next = $state.raw<GameState | null>(null);
  readonly offered = $derived(this.next !== null && isOffered(this.next));

  constructor(private readonly server: Following = site) {}

  /** Follow what becomes of the next game; returns how to stop. */
  follow(link: string): () => void {
    const stop = this.server.watch(link, null, (state) => (this.next = state));
    return () => {
      stop();
      this.next = null;
    };
  }

  /** Ask for a rematch, or accept the one that is offered, and go there. */
  async go(link: string, opponent: string): Promise<void> {
    const promise = this.offered ? (this.next?.fairness.commitment ?? null) : null;
    const next = await this.server.ask(link, promise);
    if (next.status === "open") remember(next.link, opponent);
    this.server.go(`/${next.link}`);
  }
}

const place = (link: string) => `rematch ${link}`;

function remember(link: string, opponent: string): void {
  try {
    sessionStorage.setItem(place(link), opponent);
  } catch {
    // Without storage it is a table like any other.
  }
}

/** Who was asked, in this tab, to play the game of this link as a rematch. */
export function askedFor(link: string): string | null {
  try {
    return sessionStorage.getItem(place(link));
  } catch {
    return null;
  }
}
