// What a game shall be like: chosen once, remembered for each way to play, and put into the terms
// that the server takes.
import type { Promised } from "../lib/promise";
import type { NewGame, NewSeek, Seat, Terms } from "../lib/types";
import { other } from "../lib/types";

export const WAYS = ["computer", "friend", "stranger", "device", "open"] as const;
export type Way = (typeof WAYS)[number]; // "open" is a seek that anybody may accept

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
export const CLOCKS = {
  none: { pace: "none", base: 0, increment: 0 },
  fast: { pace: "live", base: 5 * MINUTE, increment: 5000 },
  normal: { pace: "live", base: 10 * MINUTE, increment: 10_000 },
  long: { pace: "live", base: 20 * MINUTE, increment: 20_000 },
  day: { pace: "correspondence", base: DAY, increment: 0 },
  days: { pace: "correspondence", base: 3 * DAY, increment: 0 },
  week: { pace: "correspondence", base: 7 * DAY, increment: 0 },
} as const satisfies Record<string, Terms["clock"]>;
export type ClockName = keyof typeof CLOCKS;
export const STARTS = ["lot", "me", "them", "holiday"] as const;
export type Starts = (typeof STARTS)[number];

export interface Options {
  level: number;
  protected: boolean; // variant 1
  open: boolean; // variant 2
  handicap: number; // bridges
  weaker: "me" | "them"; // who gets them
  starts: Starts;
  holiday: number | null; // days since the last one, if it was said
  clock: ClockName;
  rated: boolean;
  public: boolean;
}

const PLAIN: Options = {
  level: 2,
  protected: false,
  open: false,
  handicap: 0,
  weaker: "me",
  starts: "lot",
  holiday: null,
  clock: "none",
  rated: false,
  public: false,
};
const DEFAULTS: Record<Way, Options> = {
  computer: PLAIN,
  friend: PLAIN,
  device: PLAIN,
  // The same for everybody, so that strangers find each other.
  stranger: { ...PLAIN, clock: "normal", rated: true, public: true },
  open: { ...PLAIN, clock: "days", rated: true, public: true },
};

export type Part = "variants" | "handicap" | "starts" | "clock" | "rated" | "public";
const PARTS: Record<Way, readonly Part[]> = {
  computer: ["variants", "clock", "starts", "handicap", "public"],
  friend: ["variants", "clock", "starts", "handicap", "rated", "public"],
  stranger: ["clock", "variants", "rated", "public"],
  device: ["variants", "clock", "starts", "handicap"],
  open: ["clock", "variants", "starts", "handicap", "rated", "public"],
};

/** What can be chosen for a way to play. */
export function partsOf(way: Way): readonly Part[] {
  return PARTS[way];
}

/** Whoever sits at the same device, or never sleeps, is not waited for by correspondence. */
export function clocksOf(way: Way): ClockName[] {
  const all = Object.keys(CLOCKS) as ClockName[];
  if (way === "stranger") return all.filter((name) => name !== "none");
  const here = way === "computer" || way === "device";
  return here ? all.filter((name) => CLOCKS[name].pace !== "correspondence") : all;
}

/** A holiday is asked of two people who are each at a device of their own. */
export function startsOf(way: Way): Starts[] {
  return STARTS.filter((starts) => starts !== "holiday" || way === "friend" || way === "open");
}

export function defaults(way: Way): Options {
  return { ...DEFAULTS[way] };
}

/** Options that make sense together: the server refuses others. */
export function fitting(way: Way, options: Options): Options {
  const parts = PARTS[way];
  const has = (part: Part) => parts.includes(part);
  const plain = DEFAULTS[way];
  const clock = clocksOf(way).includes(options.clock) && has("clock") ? options.clock : plain.clock;
  const handicap = has("handicap") ? options.handicap : 0;
  return {
    ...options,
    clock,
    handicap,
    starts: has("starts") && startsOf(way).includes(options.starts) ? options.starts : "lot",
    rated: has("rated") && mayBeRated({ clock, handicap }) && options.rated,
    public: has("public") && options.public,
  };
}

export function mayBeRated({ clock, handicap }: Pick<Options, "clock" | "handicap">): boolean {
  return clock !== "none" && handicap === 0;
}

export function remembered(way: Way): Options {
  const options = defaults(way);
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(place(way)) ?? "{}");
  } catch {
    return options;
  }
  if (typeof kept !== "object" || kept === null) return options;
  // What an older page kept may be of another kind by now.
  for (const [name, value] of Object.entries(kept))
    if (name in options && typeof value === typeof options[name as keyof Options])
      Object.assign(options, { [name]: value });
  options.holiday = null; // see remember
  if (!(options.clock in CLOCKS)) options.clock = DEFAULTS[way].clock;
  options.level = within(options.level, 1, 8);
  options.handicap = within(options.handicap, 0, 3);
  return fitting(way, options);
}

/** Keep what was chosen. The holiday is longer ago each day: it is asked for anew. */
export function remember(way: Way, options: Options): void {
  localStorage.setItem(place(way), JSON.stringify({ ...options, holiday: null }));
}

/** Whether the last holiday decides who starts, and nobody has said when it was. */
export function lacksHoliday({ starts, holiday }: { starts: string; holiday: number | null }): boolean {
  return starts === "holiday" && holiday === null;
}

/** Whether anything is chosen that the newcomer does not get. */
export function isPlain(way: Way, options: Options): boolean {
  const plain: Options = { ...DEFAULTS[way], level: options.level, holiday: options.holiday };
  return JSON.stringify({ ...plain, weaker: "" }) === JSON.stringify({ ...options, weaker: "" });
}

/** My seat: by lot at the server, unless the terms depend on it; then by lot here. */
export function seatFor(options: Options, random: () => number = Math.random): Seat | "lot" {
  const matters = options.handicap > 0 || options.starts === "me" || options.starts === "them";
  return matters ? (random() < 0.5 ? "White" : "Black") : "lot";
}

export function terms(options: Options, seat: Seat | "lot"): Terms {
  const mine: Seat = seat === "lot" ? "White" : seat;
  const whose = (who: "me" | "them"): Seat => (who === "me" ? mine : other(mine));
  const { starts, handicap } = options;
  return {
    variants: options.protected ? (options.open ? "1 2" : "1") : options.open ? "2" : "none",
    handicap: handicap ? { seat: whose(options.weaker), bridges: handicap } : null,
    starts: starts === "me" || starts === "them" ? whose(starts) : starts,
    clock: CLOCKS[options.clock],
    rated: options.rated,
    public: options.public,
  };
}

/** The request for a game that one makes oneself. */
export function newGame(
  way: "computer" | "friend" | "device",
  wanted: Options,
  { commitment, number }: Promised,
): NewGame {
  const options = fitting(way, wanted);
  // On one device "me" is White: whoever sits on this side.
  const seat = way === "device" ? "White" : seatFor(options);
  return {
    opponent: way === "device" ? "one-device" : way,
    terms: terms(options, seat),
    level: options.level,
    seat,
    arrival: { number, holiday: options.holiday ?? 0 },
    commitment,
  };
}

/** The request for a game with a stranger. */
export function newSeek(
  way: "stranger" | "open",
  wanted: Options,
  { commitment, number }: Promised,
): NewSeek {
  const options = fitting(way, wanted);
  const seat = seatFor(options);
  return {
    terms: terms(options, seat),
    quick: way === "stranger",
    seat,
    arrival: { number, holiday: options.holiday ?? 0 },
    commitment,
  };
}

function place(way: Way): string {
  return `play ${way}`;
}

function within(number: number, least: number, most: number): number {
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : least;
}
