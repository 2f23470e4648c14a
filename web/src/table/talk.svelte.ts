// What the two players say to each other.
import { ask } from "../lib/api";
import { live } from "../lib/live.svelte";
import type { ChatLine, Phrase, Seat } from "../lib/types";
import { type Key, t } from "../lib/words.svelte";
import { noteRead, readUpTo } from "./read";

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

const BUBBLE = 6000; // milliseconds for which the latest words float above the board

export class Talk {
  lines = $state.raw<ChatLine[]>([]);
  muted = $state(false);
  unread = $state(0);
  latest = $state.raw<ChatLine | null>(null); // of the opponent, for a moment
  private stop: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly link: string) {}

  /** Begin to hear; `seat` is where one sits. Words of before that nobody has read are new, too. */
  begin(seat: Seat): void {
    const catchUp = () => void this.catchUp(seat).catch(() => undefined);
    this.stop = live.talk(this.link, { hear: (line) => this.hear([line], seat), missed: catchUp });
    catchUp();
  }

  end(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  /** Take note that all that was said has been read. */
  read(): void {
    this.unread = 0;
    const last = this.lines.at(-1);
    if (last) noteRead(this.link, last.number);
  }

  /** Hear what was said while nobody was here, or the page was cut off. */
  private async catchUp(seat: Seat): Promise<void> {
    const said = await ask("get", "/api/games/{link}/chat", { at: { link: this.link } });
    this.muted = said.muted;
    this.hear(said.lines, seat);
  }

  async say(words: { phrase: Phrase } | { text: string }): Promise<void> {
    const line = await ask("post", "/api/games/{link}/chat", {
      at: { link: this.link },
      body: words,
    });
    this.add([line]);
  }

  async mute(muted: boolean): Promise<void> {
    const said = await ask("post", "/api/games/{link}/mute", {
      at: { link: this.link },
      body: { muted },
    });
    this.muted = said.muted;
    this.lines = said.lines;
  }

  /** Take lines in; the opponent's are new unless they were read, here or before an answer. */
  private hear(lines: ChatLine[], seat: Seat): void {
    const isFirst = !this.lines.length;
    const added = this.add(lines);
    const answer = isFirst ? added.findLast((line) => line.seat === seat) : undefined;
    const known = Math.max(readUpTo(this.link), answer?.number ?? 0);
    const fresh = added.filter((line) => line.seat !== seat && line.number > known);
    this.unread += fresh.length;
    const last = fresh.at(-1);
    if (!last) return;
    this.latest = last;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.latest = null), BUBBLE);
  }

  /** Put lines in their places; returns those that were not there yet. */
  private add(lines: ChatLine[]): ChatLine[] {
    const known = new Set(this.lines.map((line) => line.number));
    const added = lines.filter((line) => !known.has(line.number));
    if (added.length)
      this.lines = [...this.lines, ...added].sort((one, two) => one.number - two.number);
    return added;
  }
}

/** What was said, in the reader's language if it was a phrase. */
export function said(line: ChatLine): string {
  return line.phrase ? t(`chat.${line.phrase}` as Key) : (line.text ?? "");
}
