// A server for tests: it says what it is told to say, and remembers what it was asked.
import { Problem } from "../../lib/api";
import type { Choice, GameState, Seat, View } from "../../lib/types";
import type { Server } from "../game.svelte";

export function choice(token: string, more: Partial<Choice> = {}): Choice {
  return { token, gains: [], removes: [], loses: [], ...more };
}

export function view(more: Partial<View> = {}): View {
  const side = { bridges: [], bridges_left: 25, islands: [], tokens: 0, points: 0, open: "" };
  return {
    viewer: "White",
    starts: "White",
    variants: "none",
    handicap: null,
    round: 1,
    turn: 1,
    phase: "play",
    mover: "White",
    last_turns: 0,
    must_draw: false,
    white: { ...side, seat: "White", cards: 3, hand: "ABE", hidden: 0 },
    black: { ...side, seat: "Black", cards: 3, hand: "", hidden: 3 },
    row: "FGH",
    pile: 15,
    discard: 0,
    discard_seen: "",
    unseen: "",
    scorings: [],
    history: [],
    last: [],
    legal: [choice("AB"), choice("BA"), choice("AH"), choice("+F"), choice("+?"), choice("-")],
    result: "*",
    termination: null,
    score: "0-0",
    ...more,
  };
}

export function state(more: Partial<GameState> = {}): GameState {
  return {
    type: "game",
    number: 1,
    link: "abcdefgh",
    status: "running",
    terms: {
      variants: "none",
      handicap: null,
      starts: "lot",
      clock: { pace: "none", base: 0, increment: 0 },
      rated: false,
      public: false,
    },
    white: { name: "Ana", kind: "guest", level: null },
    black: { name: "Kimo", kind: "computer", level: 3 },
    one_device: false,
    you: "White",
    seq: 0,
    offer: null,
    result: "*",
    score: "0-0",
    termination: null,
    rematch: null,
    clocks: { white: 0, black: 0, deadline: null, now: Date.now() },
    fairness: { commitment: "", white_number: "", black_number: "", seed: null },
    view: view(),
    ...more,
  };
}

export class FakeServer implements Server {
  drafts: string[][] = [];
  turns: [number, string[]][] = [];
  seats: (Seat | null)[] = [];
  refusal: Problem | null = null;
  drafted: (tokens: string[]) => View = () => view();
  private listener: (state: GameState) => void = () => undefined;

  constructor(public now: GameState) {}

  load(_game: string, seat: Seat | null): Promise<GameState> {
    return Promise.resolve(this.now.one_device && seat ? { ...this.now, you: seat } : this.now);
  }

  /** Whatever is answered, nobody asks any more. */
  answer(): Promise<GameState> {
    this.say({ ...this.now, offer: null });
    return Promise.resolve(this.now);
  }

  watch(_game: string, seat: Seat | null, listener: (state: GameState) => void): () => void {
    this.seats.push(seat);
    this.listener = listener;
    return () => undefined;
  }

  draft(_game: string, tokens: string[]): Promise<View> {
    this.drafts.push(tokens);
    return this.refusal ? Promise.reject(this.refusal) : Promise.resolve(this.drafted(tokens));
  }

  turn(_game: string, turn: number, tokens: string[]): Promise<void> {
    this.turns.push([turn, tokens]);
    return this.refusal ? Promise.reject(this.refusal) : Promise.resolve();
  }

  /** Tell the table how the game stands now. */
  say(state: GameState): void {
    this.now = state;
    this.listener(state);
  }
}
