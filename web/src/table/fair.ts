// Fair dealing, checked by the browser itself: the hash is the one that it noted before the first
// card, the seed fits it, with both numbers it makes the seed of the cards, and every card follows
// from that (docs/dealing.md). No rule of the game is needed for it. Nor is the browser's own
// crypto.subtle, which there is only with HTTPS: in a local network one can doubt, too.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Promised } from "../lib/promise";

const WORDS = 2 ** 32;
const SEED_BYTES = 32; // of the server's

const text = new TextEncoder();

export function fromHex(hex: string): Uint8Array {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** What is published of a seed before the game. */
export function hashOf(seed: string): string {
  return bytesToHex(sha256(fromHex(seed)));
}

/** The seed of the game: the server's, mixed with the players' own numbers. */
export function mixed(seed: string, white: string, black: string): Uint8Array {
  return sha256(text.encode(`kahuna 1 mix\n${seed}\n${white}\n${black}\n`));
}

function* words(seed: Uint8Array, round: number): Generator<number, never> {
  for (let block = 0; ; block++) {
    const message = text.encode(`kahuna 1 round ${round} block ${block}`);
    const digest = hmac(sha256, seed, message);
    const numbers = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < numbers.byteLength; at += 4) yield numbers.getUint32(at);
  }
}

/** The order in which a round's cards are dealt: Fisher and Yates, by the seed's own numbers. */
export function shuffled(seed: Uint8Array, round: number, cards: string): string {
  const order = [...cards].sort();
  const numbers = words(seed, round);
  for (let i = order.length - 1; i > 0; i--) {
    const fair = WORDS - (WORDS % (i + 1));
    let word = fair;
    while (word >= fair) word = numbers.next().value;
    const j = word % (i + 1);
    [order[i], order[j]] = [order[j] as string, order[i] as string];
  }
  return order.join("");
}

export interface Recorded {
  tags: Map<string, string>;
  tokens: string[];
}

/** A record in KGN: its tags and its tokens, without turn numbers and comments. */
export function parsed(kgn: string): Recorded {
  const tags = new Map<string, string>();
  const lines: string[] = [];
  for (const line of kgn.split("\n")) {
    const tag = /^\[(\S+) "(.*)"\]$/.exec(line.trim());
    if (tag) tags.set(tag[1] as string, tag[2] as string);
    else lines.push(line.replace(/;.*$/, ""));
  }
  const tokens = lines
    .join(" ")
    .replace(/\{[^}]*\}/g, " ")
    .split(/\s+/)
    .filter((token) => token && !/^\d+\.+$/.test(token) && !/^(\*|White|Black|Draw)$/.test(token));
  return { tags, tokens };
}

/** Every card dealt in a recorded game, by rounds, in the order in which it was dealt; and what
 * each round was dealt from. */
export function dealt(record: Recorded): { cards: string; from: string }[] {
  const deal = /^White (\w{3}) Black (\w{3}) Row (\w{3})$/.exec(record.tags.get("Deal") ?? "");
  const rounds = [{ cards: (deal ?? []).slice(1).join(""), from: "AABBCCDDEEFFGGHHIIJJKKLL" }];
  let discards = "";
  for (const token of record.tokens) {
    const round = rounds[rounds.length - 1];
    if (!round) break;
    if (token[0] === "@") {
      rounds.push({ cards: token.slice(1), from: discards });
      discards = "";
    } else if (token.startsWith("+?")) round.cards += token.slice(2);
    else if (token[0] === "+") round.cards += token.slice(3);
    else if (token[0] === "/") discards += token.slice(1);
    else if (token.includes("x")) discards += token.slice(0, token.indexOf("x"));
    else if (/^[A-L]{2}$/.test(token)) discards += token[0];
  }
  return rounds;
}

/** Whether the cards dealt are those that the seed gives; hands are recorded in order. */
export function agrees(order: string, cards: string, round: number): boolean {
  const tidy = (all: string) =>
    round > 1
      ? all
      : [...all.slice(0, 3)].sort().join("") + [...all.slice(3, 6)].sort().join("") + all.slice(6);
  return cards !== "" && tidy(order).startsWith(tidy(cards)); // no cards were no proof
}

export interface Fairness {
  commitment: string;
  white_number: string;
  black_number: string;
  seed: string;
}

export interface Verdict {
  promised: boolean; // the seed is the one whose hash was published
  noted: boolean | null; // the hash and the number are those noted before, if any were
  recorded: boolean; // the record tells the same, and the seed that follows
  rounds: { cards: string; order: string; right: boolean }[];
}

/** Recompute everything; `notes` are what this browser was promised before its games. */
export function verdict(
  fairness: Fairness,
  kgn: string,
  notes: readonly Promised[] = [],
): Verdict {
  const { commitment, white_number, black_number, seed } = fairness;
  const promised = hashOf(seed) === commitment;
  const own = mixed(seed, white_number, black_number);
  const record = parsed(kgn);
  const told = { ServerSeed: seed, ServerSeedHash: commitment, Seed: bytesToHex(own) };
  const all = { ...told, WhiteNumber: white_number, BlackNumber: black_number };
  const recorded =
    Object.entries(all).every(([name, value]) => record.tags.get(name) === value) &&
    record.tags.get("SeedHash") === bytesToHex(sha256(own));
  const rounds = dealt(record).map(({ cards, from }, n) => {
    const order = shuffled(own, n + 1, from);
    return { cards, order, right: agrees(order, cards, n + 1) };
  });
  return { promised, noted: asNoted(fairness, notes), recorded, rounds };
}

/** Whether a game has the hash and the number that were noted for it; null if none were.
 * Two who were paired were promised half of the seed each. */
function asNoted(fairness: Fairness, notes: readonly Promised[]): boolean | null {
  const { commitment, white_number, black_number, seed } = fairness;
  const hashes = { White: [commitment], Black: [commitment] };
  if (seed.length === 4 * SEED_BYTES) {
    hashes.White.push(hashOf(seed.slice(0, 2 * SEED_BYTES)));
    hashes.Black.push(hashOf(seed.slice(2 * SEED_BYTES)));
  }
  const fits = (note: Promised) => ({
    number: [white_number, black_number].includes(note.number),
    hash: [...hashes.White, ...hashes.Black].includes(note.commitment),
    both:
      (note.number === white_number && hashes.White.includes(note.commitment)) ||
      (note.number === black_number && hashes.Black.includes(note.commitment)),
  });
  const mine = notes.map(fits).filter((note) => note.number || note.hash);
  return mine.length ? mine.some((note) => note.both) : null; // one may be of a seat not got
}
