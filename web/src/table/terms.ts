// What was agreed for a game, in a few words.
import { named } from "../lib/named";
import type { GameState, Seat } from "../lib/types";
import { t } from "../lib/words.svelte";

type Agreed = Pick<GameState, "terms" | "white" | "black" | "one_device">;

/** The terms, as told to one of the seats, or to nobody of them. */
export function terms(game: Agreed, you: Seat | null): string {
  const agreed = game.terms;
  const parts: string[] = [];
  const { pace, base, increment } = agreed.clock ?? { pace: "none", base: 0, increment: 0 };
  if (pace === "live")
    parts.push(
      t("terms.live", { minutes: Math.round((base ?? 0) / 6000) / 10, more: (increment ?? 0) / 1000 }),
    );
  else if (pace === "correspondence")
    parts.push(t("terms.days", { n: Math.max(1, Math.round((base ?? 0) / 86_400_000)) }));
  else parts.push(t("terms.noClock"));
  const variants = agreed.variants ?? "none";
  if (variants.includes("1")) parts.push(t("terms.protected"));
  if (variants.includes("2")) parts.push(t("terms.open"));
  if (agreed.handicap) {
    const { seat, bridges } = agreed.handicap;
    parts.push(t("handicap.for", { name: whose(game, seat, you), n: bridges }));
  }
  if (agreed.starts === "holiday") parts.push(t("holiday.starts"));
  parts.push(agreed.rated ? t("terms.rated") : t("terms.friendly"));
  return parts.join(" · ");
}

function whose(game: Agreed, seat: Seat, you: Seat | null): string {
  const somebody = seat === "White" ? game.white : game.black;
  if (game.one_device) return t(`side.${seat}`);
  if (seat === you) return t("handicap.you");
  return somebody ? named(somebody) : t("handicap.opponent");
}
