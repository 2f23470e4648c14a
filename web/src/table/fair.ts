// Fair dealing, checked by the browser itself: the published hash fits the seed, and every card
// that was dealt follows from it (docs/dealing.md). No rule of the game is needed for that.
const WORDS = 2 ** 32;

const text = new TextEncoder();

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

export function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", bytes);
}

/** The seed of the game: the server's, mixed with the players' own numbers. */
export async function mixed(seed: string, white: string, black: string): Promise<ArrayBuffer> {
  return sha256(text.encode(`kahuna 1 mix\n${seed}\n${white}\n${black}\n`));
}

async function* words(seed: ArrayBuffer, round: number): AsyncGenerator<number> {
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", seed, use, false, ["sign"]);
  for (let block = 0; ; block++) {
    const message = text.encode(`kahuna 1 round ${round} block ${block}`);
    const digest = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/** The order in which a round's cards are dealt: Fisher and Yates, by the seed's own numbers. */
export async function shuffled(seed: ArrayBuffer, round: number, cards: string): Promise<string> {
  const order = [...cards].sort();
  const numbers = words(seed, round);
  for (let i = order.length - 1; i > 0; i--) {
    const fair = WORDS - (WORDS % (i + 1));
    let word = fair;
    while (word >= fair) word = (await numbers.next()).value as number;
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
  return tidy(order).startsWith(tidy(cards));
}

export interface Verdict {
  promised: boolean; // the seed is the one whose hash was published
  rounds: { cards: string; order: string; right: boolean }[];
}

/** Recompute everything. */
export async function verdict(
  fairness: { commitment: string; white_number: string; black_number: string; seed: string },
  kgn: string,
): Promise<Verdict> {
  const { commitment, white_number, black_number, seed } = fairness;
  const promised = toHex(await sha256(fromHex(seed))) === commitment;
  const own = await mixed(seed, white_number, black_number);
  const rounds = [];
  for (const [n, { cards, from }] of dealt(parsed(kgn)).entries()) {
    const order = await shuffled(own, n + 1, from);
    rounds.push({ cards, order, right: agrees(order, cards, n + 1) });
  }
  return { promised, rounds };
}
