// A small board to try a rule on: a position, and at each step the choices that there are.
import type { Choice } from "../lib/types";
import { read } from "../table/choices";
import { after, considering, type Shown } from "../table/shown";
import demos from "./demos.json";
import { opening } from "./script";

export type DemoName = keyof typeof demos;
export interface DemoData {
  box: [number, number, number, number];
  white: string[];
  black: string[];
  islands: { white: string[]; black: string[] };
  hand: string;
  steps: Choice[][];
}

export class Demo {
  readonly data: DemoData;
  shown = $state.raw<Shown>(opening({ white: [], black: [], islands: { white: [], black: [] } }));
  hand = $state("");
  at = $state(0); // the step
  looked = $state<string | null>(null);

  constructor(name: DemoName) {
    this.data = demos[name] as unknown as DemoData;
    this.begin();
  }

  readonly choices = $derived.by(() => this.data.steps[this.at] ?? []);
  readonly lit = $derived(this.choices.map((choice) => read(choice).line));
  readonly over = $derived.by(() => this.at >= this.data.steps.length);
  readonly seen = $derived.by((): Shown => {
    const choice = this.looked ? this.on(this.looked) : undefined;
    return choice ? considering(this.shown, choice, "White") : this.shown;
  });

  begin(): void {
    this.shown = opening(this.data);
    this.hand = this.data.hand;
    this.at = 0;
    this.looked = null;
  }

  /** Touch a line: what can be done there is done. */
  touch(line: string): void {
    const choice = this.on(line);
    if (!choice) return;
    this.shown = after(this.shown, choice, "White");
    for (const card of read(choice).cards) this.hand = this.hand.replace(card, "");
    this.at++;
    this.looked = null;
  }

  private on(line: string): Choice | undefined {
    return this.choices.find((choice) => read(choice).line === line);
  }
}
