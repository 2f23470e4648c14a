// Free exploring from a position of a game: turns are tried, and the computer says what is best.
import { ask, Problem } from "../../lib/api";
import type { Exploration } from "../../lib/types";
import { Bench } from "../bench.svelte";

const LINES = 4;

export class Explorer {
  at = $state(0); // how many tokens of the game lead to where one began
  now = $state.raw<Exploration | null>(null);
  thinking = $state(false);
  trouble = $state.raw<unknown>(null);
  private past = $state.raw<string[][]>([]); // to go back through
  private ticket = 0;
  readonly bench: Bench;

  constructor(private readonly kgn: string) {
    this.bench = new Bench({
      draft: async (tokens) => (await this.ask([...this.line, ...tokens], 0)).view,
      finish: (tokens) => this.play(tokens),
      fail: (problem) => (this.trouble = problem),
    });
  }

  readonly line = $derived(this.now?.tokens ?? []); // what has been played since
  readonly canGoBack = $derived(this.past.length > 0);

  /** Begin at a position, perhaps with a turn played there. */
  async begin(at: number, tokens: string[] = []): Promise<void> {
    this.at = at;
    this.now = null;
    await this.show(tokens, tokens.length ? [[]] : []);
  }

  /** Play a turn. */
  async play(tokens: string[]): Promise<void> {
    await this.show([...this.line, ...tokens], [...this.past, this.line]);
  }

  async back(): Promise<void> {
    const last = this.past.at(-1);
    if (!last) return;
    await this.show(last, this.past.slice(0, -1));
  }

  /** First where it leads, at once; then what is best there. */
  private async show(tokens: string[], past: string[][]): Promise<void> {
    const ticket = ++this.ticket;
    this.trouble = null;
    try {
      const found = await this.ask(tokens, 0);
      if (ticket !== this.ticket) return;
      this.now = found;
      this.past = past;
      this.bench.set(found.view);
      if (found.view?.phase !== "play") return;
      this.thinking = true;
      const thought = await this.ask(found.tokens, LINES);
      if (ticket === this.ticket) this.now = thought;
    } catch (problem) {
      if (ticket !== this.ticket) return;
      if (!(problem instanceof Problem && problem.code === "asked-again")) this.trouble = problem;
    } finally {
      if (ticket === this.ticket) this.thinking = false;
    }
  }

  private ask(tokens: string[], lines: number): Promise<Exploration> {
    return ask("post", "/api/explore", { body: { kgn: this.kgn, at: this.at, tokens, lines } });
  }
}
