// A replay: where one is in it, whose side one looks from, and whether it runs by itself.
import type { Replay, ReplayStep, Seat } from "../../lib/types";
import { builds, read } from "../../table/choices";
import type { Shown } from "../../table/shown";

export interface Turn {
  number: number;
  seat: Seat;
  first: number; // the first of its steps
  last: number;
}

const PACE = 1100; // milliseconds a step

export class ReplayState {
  at = $state(0);
  side = $state<Seat>("White");
  open = $state(true); // whether both hands are shown
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly replay: Replay) {
    if (replay.viewer === "Black") this.side = "Black";
  }

  readonly last = $derived.by(() => this.replay.steps.length - 1);
  readonly step = $derived.by(() => this.replay.steps[this.at] as ReplayStep);
  readonly turns = $derived.by(() => turnsOf(this.replay.steps));
  readonly turn = $derived(turnAt(this.turns, this.at));
  readonly shown = $derived.by(() => shownAt(this.replay.steps, this.at, this.turn));
  readonly remarks = $derived.by(() =>
    this.replay.remarks.filter(
      ({ after }) => after === this.at || (this.turn?.last === this.at && after === this.at),
    ),
  );

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to));
  }

  /** To the end of the next turn, or back to before this one. */
  byTurn(way: 1 | -1): void {
    const ends = [0, ...this.turns.map((turn) => turn.last)];
    const next =
      way > 0 ? ends.find((end) => end > this.at) : ends.findLast((end) => end < this.at);
    this.go(next ?? (way > 0 ? this.last : 0));
  }

  toggle(): void {
    if (this.playing) this.stop();
    else {
      if (this.at === this.last) this.at = 0;
      this.playing = true;
      this.tick();
    }
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    this.timer = setTimeout(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.stop();
      else if (this.playing) this.tick();
    }, PACE);
  }
}

/** The turns of a game; a row that a draw brings belongs to the draw's. */
export function turnsOf(steps: readonly ReplayStep[]): Turn[] {
  const turns: Turn[] = [];
  steps.forEach((step, n) => {
    const open = turns.at(-1);
    if (step.token === null) return;
    if (open && (step.seat === null || (open.number === step.turn && open.seat === step.seat)))
      open.last = n;
    else if (step.seat) turns.push({ number: step.turn, seat: step.seat, first: n, last: n });
  });
  return turns;
}

export function turnAt(turns: readonly Turn[], at: number): Turn | undefined {
  return turns.find((turn) => turn.first <= at && at <= turn.last);
}

/** What the board shows: the position, with the bridges that this turn has built so far. */
export function shownAt(steps: readonly ReplayStep[], at: number, turn: Turn | undefined): Shown {
  const step = steps[at] as ReplayStep;
  const fresh = steps
    .slice(turn?.first ?? at, at + 1)
    .filter((each) => each.token !== null)
    .map((each) => read({ ...each, token: each.token as string }))
    .filter((each) => builds(each.kind))
    .map((each) => each.line);
  const { bridges, islands } = step.white;
  return {
    White: { bridges, islands },
    Black: { bridges: step.black.bridges, islands: step.black.islands },
    fresh: fresh.filter((line) => bridges.includes(line) || step.black.bridges.includes(line)),
    doomed: [],
    losing: [],
    ghosts: [],
    gaining: [],
  };
}
