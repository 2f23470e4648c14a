// A turn being tried out, where no game is played: in a lesson, at a puzzle, when exploring.
// The server says what each part of it brings, and what can be done next.
import type { Problem } from "../lib/api";
import type { Seat, View } from "../lib/types";
import { Choices, type Option, sorted } from "../table/choices";
import { considering, position, type Shown } from "../table/shown";

export interface Trial {
  /** What the turn so far brings; null if it is not to be. */
  draft: (tokens: string[]) => Promise<View | null>;
  /** A turn has been ended by a draw, or without one. */
  finish: (tokens: string[]) => void | Promise<void>;
  /** Something was refused. */
  fail: (problem: unknown) => void;
}

export class Bench {
  base = $state.raw<View | null>(null); // as the turn begins
  preview = $state.raw<View | null>(null);
  tokens = $state.raw<string[]>([]);
  undone = $state.raw<string[]>([]);
  selected = $state.raw<number[]>([]); // places in the hand
  looked = $state<string | null>(null);
  asked = $state.raw<Option[]>([]); // a line was touched that can be used in several ways
  busy = $state(false);
  locked = $state(false); // nothing can be touched

  constructor(private readonly trial: Trial) {}

  readonly view = $derived(this.preview ?? this.base);
  readonly seat = $derived<Seat>(
    this.base?.viewer === "Black" || this.base?.viewer === "White" ? this.base.viewer : "White",
  );
  readonly hand = $derived(this.view ? (this.seat === "White" ? this.view.white : this.view.black).hand : "");
  readonly cards = $derived(this.selected.map((place) => this.hand[place] ?? "").join(""));
  readonly acting = $derived(!this.busy && !this.locked && this.view?.mover === this.seat);
  readonly choices = $derived(new Choices(this.acting ? (this.view?.legal ?? []) : []));
  readonly lit = $derived(this.choices.lines(this.cards));
  readonly considered = $derived(
    this.looked ? (this.choices.onLine(this.looked, this.cards)[0] ?? null) : null,
  );
  readonly shown = $derived.by((): Shown | null => {
    if (!this.view) return null;
    const base = position(this.view);
    return this.considered ? considering(base, this.considered, this.seat) : base;
  });

  /** Begin with a position. */
  set(view: View | null): void {
    this.base = view;
    this.preview = null;
    this.tokens = [];
    this.undone = [];
    this.calm();
  }

  /** Show a position as the result of these tokens. */
  put(view: View, tokens: string[]): void {
    this.preview = view;
    this.tokens = tokens;
    this.calm();
  }

  touchCard(place: number): void {
    if (!this.acting) return;
    this.asked = [];
    this.selected = this.selected.includes(place)
      ? this.selected.filter((chosen) => chosen !== place)
      : [...this.selected, place].slice(-5);
  }

  /** An island is touched: its card is chosen. */
  touchIsland(letter: string): void {
    const place = [...this.hand].findIndex(
      (card, n) => card === letter && !this.selected.includes(n),
    );
    if (place >= 0) this.touchCard(place);
  }

  touchLine(line: string): void {
    if (!this.acting) return;
    const options = this.choices.onLine(line, this.cards);
    const exact = options.filter((option) => option.cards === sorted(this.cards));
    const usable = exact.length === 1 ? exact : options;
    if (usable.length === 1 && usable[0]) void this.add(usable[0].token);
    else this.asked = usable;
  }

  async add(token: string): Promise<void> {
    this.undone = [];
    await this.draft([...this.tokens, token]);
  }

  async undo(): Promise<void> {
    const last = this.tokens.at(-1);
    if (last === undefined || !this.acting) return;
    this.undone = [...this.undone, last];
    await this.draft(this.tokens.slice(0, -1));
  }

  async redo(): Promise<void> {
    const next = this.undone.at(-1);
    if (next === undefined || !this.acting) return;
    this.undone = this.undone.slice(0, -1);
    await this.draft([...this.tokens, next]);
  }

  async discard(): Promise<void> {
    const option = this.choices.discard(this.cards);
    if (option) await this.add(option.token);
  }

  /** End the turn by this draw. */
  async end(draw: string | null): Promise<void> {
    if (!this.acting) return;
    this.busy = true;
    try {
      await this.trial.finish(draw === null ? this.tokens : [...this.tokens, draw]);
    } catch (problem) {
      this.trial.fail(problem as Problem);
    } finally {
      this.busy = false;
    }
  }

  calm(): void {
    this.selected = [];
    this.asked = [];
    this.looked = null;
  }

  private async draft(tokens: string[]): Promise<void> {
    this.busy = true;
    try {
      const view = tokens.length ? await this.trial.draft(tokens) : this.base;
      if (view) {
        this.preview = view === this.base ? null : view;
        this.tokens = tokens;
      }
      this.calm();
    } catch (problem) {
      this.calm();
      this.trial.fail(problem);
    } finally {
      this.busy = false;
    }
  }
}
