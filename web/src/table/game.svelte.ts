// A game at the table: what the server last said, the turn being built, and what is being shown.
// The server is handed in, so that tests can play its part.
import { ask, Problem } from "../lib/api";
import { live } from "../lib/live.svelte";
import type { Choice, GameState, Scoring, Seat, View } from "../lib/types";
import { Choices, type Option, plain, sorted } from "./choices";
import { Drafts } from "./drafts";
import { still } from "./motion";
import { after, before, considering, position, type Shown } from "./shown";

const STEP_TIME = 950;
const SLOW_NEWS = 4000; // after this the new state is not waited for any more
const NOTICE_TIME = 7000; // long enough to read a sentence

export interface Server {
  load(game: string, seat: Seat | null): Promise<GameState>;
  watch(game: string, seat: Seat | null, listener: (state: GameState) => void): () => void;
  draft(game: string, tokens: string[]): Promise<View>;
  turn(game: string, turn: number, tokens: string[]): Promise<void>;
  answer(game: string, agreed: boolean): Promise<GameState>; // to who asks to take a turn back
}

const site: Server = {
  load: (link, seat) =>
    ask("get", "/api/games/{link}", { at: { link }, ...(seat ? { query: { seat } } : {}) }),
  watch: (game, seat, listener) => live.watch(game, seat, listener),
  draft: (game, tokens) => live.draft(game, tokens),
  turn: (game, turn, tokens) => live.turn(game, turn, tokens),
  answer: (link, agreed) =>
    ask("post", "/api/games/{link}/takeback/answer", { at: { link }, body: { agreed } }),
};

/** What has just happened, for sounds, flying cards and the screen reader. */
export type Happening =
  | { kind: "step"; step: Choice; seat: Seat; own: boolean }
  | { kind: "turn" } // it is yours now
  | { kind: "score"; scoring: Scoring }
  | { kind: "over" };

interface Replay {
  shown: Shown;
  at: number;
  steps: Choice[];
  seat: Seat;
}

type Deed = "resign" | "abort" | "claim" | "takeback";

export class Game {
  state = $state.raw<GameState | null>(null);
  problem = $state.raw<Problem | null>(null);
  tokens = $state.raw<string[]>([]); // the turn so far
  undone = $state.raw<string[]>([]); // what can be done again
  preview = $state.raw<View | null>(null);
  ending = $state<string | null>(null); // the draw chosen to end the turn with
  selected = $state.raw<number[]>([]); // places in the hand
  looked = $state<string | null>(null); // the line under the pointer or focus
  asked = $state.raw<Option[]>([]); // a line was touched that can be used in several ways
  missed = $state<string | null>(null); // a line was touched where nothing can be done
  busy = $state(false);
  refused = $state(false); // the opponent would not let a turn be taken back; for a moment
  replaying = $state.raw<Replay | null>(null);
  scoring = $state.raw<Scoring | null>(null);
  seat = $state<Seat | null>(null); // on one device: who looks now
  owner = $state(false); // on one device: whether it is this one
  ahead = $state(0); // how far this device's clock is ahead of the server's
  heard: (happening: Happening) => void = () => undefined;
  private stop: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private notice: ReturnType<typeof setTimeout> | undefined;
  private withdrawing = false; // the own question goes away because one does not ask any more
  private readonly drafts: Drafts;

  constructor(
    readonly link: string,
    private readonly server: Server = site,
  ) {
    this.drafts = new Drafts(link);
  }

  readonly view = $derived(this.preview ?? this.state?.view ?? null);
  readonly you = $derived(this.state?.you === "Spectator" ? null : (this.state?.you ?? null));
  readonly running = $derived(this.state?.status === "running");
  readonly mine = $derived(
    this.running && this.you !== null && this.state?.view?.mover === this.you,
  );
  /** Nobody's hand may be seen before the next player says to be there. */
  readonly curtain = $derived(this.owner && this.running && this.seat === null);
  /** Who has just played may still look, until they pass the device on. */
  readonly passing = $derived(
    this.owner && this.running && this.seat !== null && this.seat !== this.state?.view?.mover,
  );
  readonly hand = $derived(this.view && this.you ? this.view[sideKey(this.you)].hand : "");
  readonly cards = $derived(this.selected.map((place) => this.hand[place] ?? "").join(""));
  /** Bridges of the handicap that are still to be placed. */
  readonly toPlace = $derived(
    this.mine && this.state?.view?.phase === "handicap"
      ? (this.state.view.handicap?.[1] ?? 0) - this.tokens.length
      : 0,
  );
  /** All is done that this turn can bring: it only has to be sent. */
  readonly complete = $derived(
    this.mine &&
      this.tokens.length > 0 &&
      (this.state?.view?.phase === "handicap" ? this.toPlace === 0 : this.preview?.phase === "over"),
  );
  readonly acting = $derived(this.mine && !this.busy && !this.replaying);
  readonly choices = $derived(
    new Choices(this.acting && !this.complete ? (this.view?.legal ?? []) : []),
  );
  readonly lit = $derived(this.choices.lines(this.cards));
  readonly considered = $derived(
    this.looked ? (this.choices.onLine(this.looked, this.cards)[0] ?? null) : null,
  );
  readonly shown = $derived.by((): Shown | null => {
    if (this.replaying) return this.replaying.shown;
    if (!this.view) return null;
    const base = position(this.view);
    return this.considered && this.you ? considering(base, this.considered, this.you) : base;
  });

  begin(): void {
    this.watch(null);
    void this.load();
  }

  end(): void {
    this.stop?.();
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    clearTimeout(this.notice);
  }

  /** On one device: show this player's hand, or nobody's. */
  reveal(seat: Seat | null): void {
    this.clear();
    this.skip();
    this.seat = seat;
    this.watch(seat);
  }

  /** Touch a card: one is selected to build with, two to cut with. */
  touchCard(place: number): void {
    if (!this.acting || this.complete) return;
    this.hush();
    this.selected = this.selected.includes(place)
      ? this.selected.filter((chosen) => chosen !== place)
      : [...this.selected, place];
  }

  /** Touch an island: its card is chosen, then its second card, then none of them. */
  touchIsland(letter: string): void {
    const places = [...this.hand].flatMap((card, place) => (card === letter ? [place] : []));
    const next = places.find((place) => !this.selected.includes(place));
    if (next !== undefined) this.touchCard(next);
    else this.selected = this.selected.filter((place) => !places.includes(place));
  }

  /** Touch a line: do what can be done there; if there are several ways, ask which. */
  touchLine(line: string): void {
    this.hush();
    const options = this.choices.onLine(line, this.cards);
    const exact = options.filter((option) => option.cards === sorted(this.cards));
    const usable = exact.length === 1 ? exact : options;
    if (usable.length === 1 && usable[0]) void this.add(usable[0].token);
    else if (usable.length) this.asked = usable;
    else if (this.acting) this.missed = line;
  }

  /** Add a part to the turn; the server says what it brings. */
  async add(token: string): Promise<void> {
    const option = this.choices.all.find((choice) => choice.token === token);
    const seat = this.you;
    const tell = () => option && seat && this.heard({ kind: "step", step: option, seat, own: true });
    if (await this.draft([...this.tokens, token], tell)) this.undone = [];
  }

  async undo(): Promise<void> {
    const last = this.tokens.at(-1);
    if (last === undefined || !this.acting) return;
    const undone = [...this.undone, last];
    await this.draft(this.tokens.slice(0, -1), () => (this.undone = undone));
  }

  async redo(): Promise<void> {
    const next = this.undone.at(-1);
    if (next === undefined || !this.acting) return;
    const undone = this.undone.slice(0, -1);
    await this.draft([...this.tokens, next], () => (this.undone = undone));
  }

  async discard(): Promise<void> {
    const option = this.choices.discard(this.cards);
    if (option) await this.add(option.token);
  }

  /** Asked before a turn is sent: the coach, if there is one, may have a word first. */
  consents: (tokens: string[]) => Promise<boolean> = () => Promise.resolve(true);

  /** Choose how the turn ends; chosen once more, it ends. */
  choose(token: string): void {
    this.hush();
    if (!this.choices.all.some((option) => option.token === token)) return;
    if (this.ending === token) void this.finish();
    else this.ending = token;
  }

  /** What the main button would send: the draw chosen, or the only end there is. */
  readonly last = $derived.by((): string | null => {
    if (this.ending) return this.ending;
    return !this.choices.canDraw && this.choices.none ? "-" : null;
  });

  /** End the turn: it is sent as a whole. */
  async finish(): Promise<void> {
    const view = this.state?.view;
    if (!view || !this.acting || !(this.complete || this.last)) return;
    const tokens = this.complete || !this.last ? this.tokens : [...this.tokens, this.last];
    const seq = this.state?.seq ?? 0;
    this.busy = true;
    this.problem = null;
    try {
      if (!(await this.consents(tokens))) {
        this.busy = false;
        this.ending = null;
        return;
      }
      await this.server.turn(this.link, view.turn, tokens);
      this.drafts.forget();
      // What was built stays to be seen until the server's new state is here.
      if (this.state?.seq === seq) this.patience = setTimeout(() => this.settle(), SLOW_NEWS);
      const draw = tokens.at(-1);
      if (draw && this.you && !this.complete)
        this.heard({ kind: "step", step: plain(draw), seat: this.you, own: true });
    } catch (problem) {
      this.fail(problem);
      this.busy = false;
      this.ending = null;
    }
  }

  async act(what: Deed): Promise<void> {
    await this.post(() => ask("post", `/api/games/{link}/${what}`, { at: { link: this.link } }));
  }

  /** Answer the opponent who asks to take a turn back, or withdraw the own question. */
  async answer(agreed: boolean): Promise<void> {
    this.withdrawing = this.state?.offer === this.you;
    await this.post(() => this.server.answer(this.link, agreed));
    this.withdrawing = false;
  }

  /** Show the last turn once more, step by step. */
  replay(): void {
    const view = this.state?.view;
    const turn = view?.history.at(-1);
    if (!view || !turn || !view.last.length) return;
    clearTimeout(this.timer);
    this.hush();
    this.waiting = false;
    this.replaying = { shown: before(view, turn.seat), at: 0, steps: view.last, seat: turn.seat };
    this.advance(STEP_TIME / 2);
  }

  skip(): void {
    clearTimeout(this.timer);
    const was = this.replaying;
    this.replaying = null;
    if (was) this.ready();
  }

  /** Nothing is pointed at or asked any more. */
  hush(): void {
    this.asked = [];
    this.missed = null;
    this.problem = null;
    this.scoring = null; // whoever goes on has seen it
    this.waiting = false;
  }

  fail(problem: unknown): void {
    if (problem instanceof Problem) this.problem = problem;
    else throw problem;
  }

  /** Ask for the game once: so one learns if there is none. */
  private async load(): Promise<void> {
    try {
      const state = await this.server.load(this.link, null);
      if (!this.state) this.receive(state);
    } catch (problem) {
      this.fail(problem);
    }
  }

  private watch(seat: Seat | null): void {
    this.stop?.();
    this.stop = this.server.watch(this.link, seat, (state) => this.receive(state));
  }

  private async post(work: () => Promise<GameState>): Promise<void> {
    try {
      this.problem = null;
      const state = await work();
      // On one device the answer is nobody's view; the live one comes by itself.
      if (!state.one_device) this.receive(state);
    } catch (problem) {
      this.fail(problem);
    }
  }

  private advance(pause: number): void {
    this.timer = setTimeout(() => {
      const now = this.replaying;
      const step = now?.steps[now.at];
      if (!now || !step) {
        this.skip();
        return;
      }
      this.replaying = { ...now, shown: after(now.shown, step, now.seat), at: now.at + 1 };
      this.heard({ kind: "step", step, seat: now.seat, own: false });
      this.advance(STEP_TIME);
    }, pause);
  }

  private receive(state: GameState): void {
    const old = this.state;
    if (old && state.seq < old.seq) return; // overtaken
    this.state = state;
    this.ahead = Date.now() - state.clocks.now;
    const sameSeat = old?.you === state.you;
    const gone = old && (old.seq !== state.seq || old.status !== state.status || !sameSeat);
    if (gone) this.settle();
    if (old && !gone) this.hearAnswer(old, state);
    if (!old) {
      this.restore();
      if (state.one_device) void this.claim();
    } else if (gone) {
      if (!sameSeat) this.restore();
      this.tell(old, state);
    }
  }

  /** A question that is gone while the game stands as it did was declined. */
  private hearAnswer(old: GameState, state: GameState): void {
    const asked = old.offer !== null && old.offer === this.you;
    if (!asked || state.offer !== null || this.withdrawing) return;
    this.refused = true;
    clearTimeout(this.notice);
    this.notice = setTimeout(() => (this.refused = false), NOTICE_TIME);
  }

  /** Show what is new since the old state: the other's turn, a scoring, the end. */
  private tell(old: GameState, state: GameState): void {
    const [past, now] = [old.view, state.view];
    if (!now) return;
    const turn = now.history.at(-1);
    const more = now.history.length > (past?.history.length ?? now.history.length);
    const arrived = state.one_device && old.you !== state.you && state.you === now.mover;
    if (now.scorings.length > (past?.scorings.length ?? now.scorings.length))
      this.due = now.scorings.at(-1) ?? null;
    const theirs = turn && (more || arrived) && turn.seat !== state.you && !still();
    if (theirs && this.scoring)
      this.waiting = true; // one thing after the other
    else if (theirs) this.replay();
    else if (!this.scoring) this.ready();
  }

  private due: Scoring | null = null; // a scoring to be shown when the turn has been
  private waiting = false; // a turn to be shown when the scoring has been

  /** The scoring has been seen. */
  closeScoring(): void {
    if (!this.scoring) return;
    this.scoring = null;
    if (this.waiting) this.replay();
    else this.ready();
  }

  /** The turn has been shown: now the scoring, then who goes on. */
  private ready(): void {
    if (this.due) {
      this.scoring = this.due;
      this.due = null;
      this.heard({ kind: "score", scoring: this.scoring });
      return;
    }
    if (!this.running) this.heard({ kind: "over" }); // played out, or called off
    else if (this.mine) this.heard({ kind: "turn" });
  }

  /** Find out whether this device is the one that both play at. */
  private async claim(): Promise<void> {
    try {
      const seen = await this.server.load(this.link, "White");
      this.owner = seen.you !== "Spectator";
    } catch (problem) {
      this.fail(problem);
    }
  }

  private settle(): void {
    clearTimeout(this.patience);
    this.busy = false;
    this.clear();
  }

  private clear(): void {
    this.tokens = [];
    this.undone = [];
    this.preview = null;
    this.ending = null;
    this.selected = [];
    this.looked = null;
    this.asked = [];
    this.missed = null;
  }

  /** Ask what the turn so far brings; `tell` is called just before that is shown. */
  private async draft(tokens: string[], tell: () => unknown = () => null): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    const turn = this.state?.view?.turn;
    try {
      const preview = tokens.length ? await this.server.draft(this.link, tokens) : null;
      if (turn !== this.state?.view?.turn) return false; // the game has gone on meanwhile
      tell();
      this.preview = preview;
      this.tokens = tokens;
      this.selected = [];
      this.asked = [];
      this.missed = null;
      this.looked = null;
      this.ending = null;
      this.drafts.keep(turn ?? 0, tokens);
      return true;
    } catch (problem) {
      this.fail(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The turn that was being built before the page was left. */
  private restore(): void {
    const turn = this.state?.view?.turn;
    if (this.mine && turn !== undefined) {
      const tokens = this.drafts.kept(turn);
      if (tokens.length) void this.draft(tokens);
    }
  }
}

export function sideKey(seat: Seat): "white" | "black" {
  return seat === "White" ? "white" : "black";
}

/** The cards of a hand, and which of them lie open before their owner (R11.2). */
export function handCards(hand: string, open: string): { letter: string; open: boolean }[] {
  const left = [...open];
  return [...hand].map((letter) => {
    const place = left.indexOf(letter);
    if (place >= 0) left.splice(place, 1);
    return { letter, open: place >= 0 };
  });
}
