// What was chosen for a game, in a few words.
import type { Seat, Terms } from "../lib/types";
import { t } from "../lib/words.svelte";
import { say } from "../pages/words";
import { CLOCKS, type ClockName, type Options, type Way } from "../play/options";
import { terms } from "../play/options";

export function summary(way: Way, options: Options): string {
  const parts = describe(terms(options, "White"), (seat) => {
    if (way === "device") return t(`side.${seat}`);
    return seat === "White" ? t("handicap.you") : t("handicap.opponent");
  });
  return parts.length ? parts.join(" · ") : way === "stranger" ? "" : say("clock.none");
}

/** Terms in words, for lists: the clock first, then what is unusual; `who` says who sits where. */
export function describe(agreed: Terms, who: (seat: Seat) => string): string[] {
  const parts: string[] = [];
  if (agreed.clock.pace !== "none") parts.push(clockText(agreed.clock));
  if (agreed.rated) parts.push(say("terms.rated"));
  if (agreed.variants.includes("1")) parts.push(say("options.protected"));
  if (agreed.variants.includes("2")) parts.push(say("options.open"));
  if (agreed.handicap)
    parts.push(t("handicap.for", { name: who(agreed.handicap.seat), n: agreed.handicap.bridges }));
  if (agreed.starts === "holiday") parts.push(t("holiday.starts"));
  return parts;
}

export function clockText(clock: Terms["clock"]): string {
  const known = (Object.keys(CLOCKS) as ClockName[]).find(
    (name) =>
      CLOCKS[name].pace === clock.pace &&
      CLOCKS[name].base === clock.base &&
      CLOCKS[name].increment === clock.increment,
  );
  if (known) return say(`clock.${known}`);
  if (clock.pace === "live")
    return say("clock.live", {
      minutes: Math.round(clock.base / 6000) / 10,
      seconds: Math.round(clock.increment / 1000),
    });
  return say("clock.correspondence", { n: Math.max(1, Math.round(clock.base / 86_400_000)) });
}
