// What was agreed for a game, in a few words.
import type { Terms } from "../lib/types";
import { t } from "../lib/words.svelte";

export function terms(agreed: Terms): string {
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
  if (agreed.handicap) parts.push(t("terms.handicap", { n: agreed.handicap.bridges }));
  parts.push(agreed.rated ? t("terms.rated") : t("terms.friendly"));
  return parts.join(" · ");
}
