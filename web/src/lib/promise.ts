// What the site has promised about a deal before it heard this browser's number, and that number.
// Both are kept here, so that afterwards nobody can say that it was another (docs/dealing.md).
import { ask } from "./api";

export interface Promised {
  commitment: string; // the published hash of the server's seed
  number: string; // what this browser has added since
}

const PLACE = "promises";
const MOST = 200; // games by correspondence last long

/** Let the site fix a new deal; only then is there a number for it. */
export async function newPromise(): Promise<Promised> {
  return promised((await ask("post", "/api/deals")).commitment);
}

/** Note a published hash, and bring a number to its deal. */
export function promised(commitment: string): Promised {
  const one = { commitment, number: chance() };
  keep([...allPromised(), one].slice(-MOST));
  return one;
}

/** Forget a promise that led to no game. */
export function forget({ number }: Promised): void {
  keep(allPromised().filter((one) => one.number !== number));
}

/** All that was promised to this browser, as far as it is kept. */
export function allPromised(): Promised[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(all) ? all.filter(isPromised) : [];
  } catch {
    return [];
  }
}

function keep(all: Promised[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
  } catch {
    // It has no room, or may keep nothing: one can play all the same.
  }
}

function isPromised(one: unknown): one is Promised {
  const { commitment, number } = (one ?? {}) as Partial<Promised>;
  return typeof commitment === "string" && typeof number === "string";
}

/** A number of one's own for the deal, so that nobody alone decides it. */
function chance(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
