// The analysis of a game: asked for once, then looked at until it is whole.
import { ask, Problem } from "../../lib/api";
import type { Analysis, TurnStudy } from "../../lib/types";

const PAUSE = 700;
const LONG_PAUSE = 4000;

export class Study {
  id = $state<string | null>(null);
  total = $state(0);
  turns = $state.raw<TurnStudy[]>([]);
  whole = $state.raw<Analysis | null>(null);
  trouble = $state.raw<unknown>(null);
  asked = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(private readonly what: { link: string } | { kgn: string }) {}

  readonly share = $derived(this.total ? this.turns.length / this.total : 0);

  async begin(): Promise<void> {
    this.asked = true;
    this.trouble = null;
    try {
      const progress = await ask("post", "/api/analyses", { body: this.what });
      this.id = progress.id;
      this.take(progress.total, 0, progress.turns, progress.analysis);
      this.wait(PAUSE);
    } catch (problem) {
      this.fail(problem);
    }
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  of(turn: number): TurnStudy | undefined {
    return this.turns.find((study) => study.number === turn);
  }

  private async look(): Promise<void> {
    if (!this.id) return;
    const since = this.turns.length;
    try {
      const progress = await ask("get", "/api/analyses/{number}", {
        at: { number: this.id },
        query: { since: String(since) },
      });
      this.take(progress.total, since, progress.turns, progress.analysis);
      this.wait(PAUSE);
    } catch (problem) {
      const later = problem instanceof Problem && (problem.status === 0 || problem.status >= 429);
      if (later) this.wait(LONG_PAUSE);
      else this.fail(problem);
    }
  }

  private take(total: number, since: number, turns: TurnStudy[], whole: Analysis | null): void {
    this.total = total;
    this.turns = [...this.turns.slice(0, since), ...turns];
    this.whole = whole;
  }

  private wait(pause: number): void {
    if (this.whole || this.ended) return;
    this.timer = setTimeout(() => void this.look(), pause);
  }

  private fail(problem: unknown): void {
    this.trouble = problem;
    this.asked = false;
  }
}
