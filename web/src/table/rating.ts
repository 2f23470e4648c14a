// What a rated game did to one's own rating: it is looked up when the game is sat down to, and
// again when it is over.
import { ask } from "../lib/api";
import type { Profile, Rated, Terms } from "../lib/types";

export interface Standing {
  rating: number;
  change: number | null; // by this game, if that is known
}

export function pool(terms: Terms): "live" | "correspondence" {
  return terms.clock?.pace === "live" ? "live" : "correspondence";
}

/** How one stands after a game; only if no other game has counted meanwhile is the change its own. */
export function standing(before: Rated | null, after: Rated): Standing {
  const own = before !== null && after.games === before.games + 1;
  return { rating: after.rating, change: own ? after.rating - before.rating : null };
}

/** A change as it is written: +12, −7 (with a minus, not a hyphen), or ±0. */
export function signed(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

/** The rating of before the game, kept in this tab so that a reload does not lose it. */
export class Ratings {
  private readonly place: string;

  constructor(
    link: string,
    private readonly of: (who: number) => Promise<Profile> = (who) =>
      ask("get", "/api/people/{who}", { at: { who: String(who) } }),
  ) {
    this.place = `rating ${link}`;
  }

  /** Note how one stands while the game runs. */
  async before(who: number, terms: Terms): Promise<void> {
    if (this.kept()) return;
    const rated = (await this.of(who))[pool(terms)];
    try {
      if (rated) sessionStorage.setItem(this.place, JSON.stringify(rated));
    } catch {
      // Without storage only the new rating will be told.
    }
  }

  async after(who: number, terms: Terms): Promise<Standing | null> {
    const rated = (await this.of(who))[pool(terms)];
    return rated && standing(this.kept(), rated);
  }

  private kept(): Rated | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.place) ?? "null") as Rated | null;
    } catch {
      return null;
    }
  }
}
