// A game at the table: what the server last said, the turn being built, and what is being shown.
import { ask, Problem } from "../lib/api";
import { live } from "../lib/live.svelte";
import type { Choice, GameState, Seat, View } from "../lib/types";
import { Choices, holds, type Option } from "./choices";
import { still } from "./motion";
import { after, considering, position, type Shown } from "./shown";

const STEP_TIME = 900;

export class Game {
  state = $state.raw<GameState | null>(null);
  problem = $state<Problem | null>(null);
  tokens = $state.raw<string[]>([]); // the turn so far
  undone = $state.raw<string[]>([]); // what can be done again
  preview = $state.raw<View | null>(null);
  selected = $state.raw<number[]>([]); // places in the hand
  looked = $state<string | null>(null); // the line under the pointer or focus
  asked = $state.raw<Option[]>([]); // a line was touched that can be used in several ways
  busy = $state(false);
  replaying = $state.raw<{ shown: Shown; at: number; steps: Choice[]; seat: Seat } | null>(null);
  private stop: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly link: string,
    readonly seat: Seat | null = null,
  ) {}

  readonly view = $derived(this.preview ?? this.state?.view ?? null);
  readonly you = $derived(this.state?.you === "Spectator" ? null : (this.state?.you ?? null));
  readonly mine = $derived(this.you !== null && this.state?.view?.mover === this.you);
  readonly hand = $derived(this.view && this.you ? this.view[sideKey(this.you)].hand : "");
  readonly cards = $derived(this.selected.map((place) => this.hand[place] ?? "").join(""));
  readonly choices = $derived(
    new Choices(this.mine && !this.busy && !this.replaying ? (this.view?.legal ?? []) : []),
  );
  readonly lit = $derived(this.choices.lines(this.cards));
  readonly considered = $derived(
    this.looked ? (this.choices.onLine(this.looked, this.cards)[0] ?? null) : null,
  );
  readonly shown = $derived.by((): Shown | null => {
    if (this.replaying) return this.replaying.shown;
    if (!this.view) return null;
    const base = position(this.view);
    base.fresh = lastBuilt(this.view);
    return this.considered && this.you ? considering(base, this.considered, this.you) : base;
  });

  begin(): void {
    this.stop = live.watch(this.link, this.seat, (state) => this.receive(state));
  }

  end(): void {
    this.stop?.();
    clearTimeout(this.timer);
  }

  /** Touch a card: one is selected to build with, two to cut with. */
  touchCard(place: number): void {
    if (!this.mine) return;
    this.asked = [];
    this.selected = this.selected.includes(place)
      ? this.selected.filter((chosen) => chosen !== place)
      : [...this.selected, place];
  }

  /** Touch a line: do what can be done there; if there are several ways, ask which. */
  touchLine(line: string): void {
    const options = this.choices.onLine(line, this.cards);
    const exact = options.filter((option) => option.cards === sorted(this.cards));
    const usable = exact.length === 1 ? exact : options;
    if (usable.length === 1 && usable[0]) void this.add(usable[0].token);
    else this.asked = usable;
  }

  /** Add a part to the turn; the server says what it brings. */
  async add(token: string): Promise<void> {
    this.undone = [];
    await this.draft([...this.tokens, token]);
  }

  async undo(): Promise<void> {
    const last = this.tokens.at(-1);
    if (last === undefined) return;
    this.undone = [...this.undone, last];
    await this.draft(this.tokens.slice(0, -1));
  }

  async redo(): Promise<void> {
    const next = this.undone.at(-1);
    if (next === undefined) return;
    this.undone = this.undone.slice(0, -1);
    await this.draft([...this.tokens, next]);
  }

  async discard(): Promise<void> {
    const option = this.choices.discard(this.cards);
    if (option) await this.add(option.token);
  }

  /** End the turn by a draw, or without one: it is sent as a whole. */
  async finish(draw: string | null): Promise<void> {
    const view = this.state?.view;
    if (!view || this.busy) return;
    this.busy = true;
    try {
      const turn = view.phase === "handicap" ? 0 : view.turn;
      await live.turn(this.link, turn, draw === null ? this.tokens : [...this.tokens, draw]);
      this.clear();
    } catch (problem) {
      this.problem = problem instanceof Problem ? problem : null;
    } finally {
      this.busy = false;
    }
  }

  async act(what: "resign" | "abort" | "claim" | "takeback"): Promise<void> {
    try {
      this.receive(await ask("post", `/api/games/{link}/${what}`, { at: { link: this.link } }));
    } catch (problem) {
      this.problem = problem instanceof Problem ? problem : null;
    }
  }

  /** Show the last turn once more, step by step. */
  replay(): void {
    const view = this.state?.view;
    const turn = view?.history.at(-1);
    if (!view || !turn || !view.last.length) return;
    const seat = turn.seat;
    this.replaying = { shown: before(view, seat), at: 0, steps: view.last, seat };
    this.advance();
  }

  skip(): void {
    clearTimeout(this.timer);
    this.replaying = null;
  }

  private advance(): void {
    const now = this.replaying;
    if (!now) return;
    const step = now.steps[now.at];
    if (!step) {
      this.skip();
      return;
    }
    this.timer = setTimeout(() => {
      this.replaying = { ...now, shown: after(now.shown, step, now.seat), at: now.at + 1 };
      this.advance();
    }, STEP_TIME);
  }

  private receive(state: GameState): void {
    const old = this.state;
    this.state = state;
    const moved = (old?.view?.history.length ?? 0) < (state.view?.history.length ?? 0);
    const turn = state.view?.history.at(-1);
    if (old && old.view?.turn !== state.view?.turn) this.clear();
    if (old && moved && turn && turn.seat !== state.you && !still()) this.replay();
    if (!old) this.restore();
  }

  private clear(): void {
    this.tokens = [];
    this.undone = [];
    this.preview = null;
    this.selected = [];
    this.asked = [];
    sessionStorage.removeItem(this.place());
  }

  private async draft(tokens: string[]): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      this.preview = tokens.length ? await live.draft(this.link, tokens) : null;
      this.tokens = tokens;
      this.selected = [];
      this.asked = [];
      this.looked = null;
      sessionStorage.setItem(this.place(), JSON.stringify([this.state?.view?.turn, tokens]));
    } catch (problem) {
      this.problem = problem instanceof Problem ? problem : null;
    } finally {
      this.busy = false;
    }
  }

  /** The turn that was being built before the page was left. */
  private restore(): void {
    const [turn, tokens] = JSON.parse(sessionStorage.getItem(this.place()) ?? "[]") as [
      number?,
      string[]?,
    ];
    if (this.mine && tokens?.length && turn === this.state?.view?.turn) void this.draft(tokens);
  }

  private place(): string {
    return `draft ${this.link}`;
  }
}

export function sideKey(seat: Seat): "white" | "black" {
  return seat === "White" ? "white" : "black";
}

function sorted(letters: string): string {
  return [...letters].sort().join("");
}

/** The bridges that the last turn built and that still stand. */
function lastBuilt(view: View): string[] {
  const standing = new Set([...view.white.bridges, ...view.black.bridges]);
  return view.last
    .map((choice) => choice.token)
    .filter((token) => /^[=^]?[A-L]{2}$/.test(token))
    .map((token) => sorted(token.replace(/[=^]/, "")))
    .filter((line) => standing.has(line));
}

/** The position before the last turn: its steps taken back. */
function before(view: View, seat: Seat): Shown {
  const shown = position(view);
  const theirs: Seat = seat === "White" ? "Black" : "White";
  for (const step of [...view.last].reverse()) {
    const built = /^[=^]?[A-L]{2}$/.test(step.token) ? sorted(step.token.replace(/[=^]/, "")) : "";
    shown[seat] = {
      bridges: shown[seat].bridges.filter((line) => line !== built),
      islands: shown[seat].islands.filter((island) => !step.gains.includes(island)),
    };
    shown[theirs] = {
      bridges: [...shown[theirs].bridges, ...step.removes],
      islands: [...shown[theirs].islands, ...step.loses],
    };
  }
  return shown;
}

export { holds };
