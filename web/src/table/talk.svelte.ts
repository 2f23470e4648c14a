// What the two players say to each other.
import { ask } from "../lib/api";
import { live } from "../lib/live.svelte";
import type { ChatLine, Phrase, Seat } from "../lib/types";
import { type Key, t } from "../lib/words.svelte";

export const PHRASES: readonly Phrase[] = [
  "hello",
  "good-luck",
  "have-fun",
  "one-moment",
  "nice-turn",
  "oops",
  "sorry",
  "well-played",
  "thanks",
  "good-bye",
];

export class Talk {
  lines = $state.raw<ChatLine[]>([]);
  muted = $state(false);
  unread = $state(0);
  latest = $state.raw<ChatLine | null>(null); // of the opponent, for a moment
  private stop: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly link: string) {}

  /** Begin to hear; `seat` is where one sits. */
  async begin(seat: Seat): Promise<void> {
    this.stop = live.talk(this.link, (line) => this.hear(line, seat));
    const said = await ask("get", "/api/games/{link}/chat", { at: { link: this.link } });
    this.lines = said.lines;
    this.muted = said.muted;
  }

  end(): void {
    this.stop?.();
    clearTimeout(this.timer);
  }

  async say(words: { phrase: Phrase } | { text: string }): Promise<void> {
    const line = await ask("post", "/api/games/{link}/chat", {
      at: { link: this.link },
      body: words,
    });
    this.add(line);
  }

  async mute(muted: boolean): Promise<void> {
    const said = await ask("post", "/api/games/{link}/mute", {
      at: { link: this.link },
      body: { muted },
    });
    this.muted = said.muted;
    this.lines = said.lines;
  }

  private hear(line: ChatLine, seat: Seat): void {
    const known = this.lines.length;
    this.add(line);
    if (line.seat === seat || this.lines.length === known) return;
    this.unread += 1;
    this.latest = line;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.latest = null), 6000);
  }

  private add(line: ChatLine): void {
    if (!this.lines.some((known) => known.number === line.number))
      this.lines = [...this.lines, line];
  }
}

/** What was said, in the reader's language if it was a phrase. */
export function said(line: ChatLine): string {
  return line.phrase ? t(`chat.${line.phrase}` as Key) : (line.text ?? "");
}
