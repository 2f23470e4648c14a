// What the table says below the board: whose turn it is, and one sentence that helps now.
import type { Seat, View } from "../lib/types";
import { other } from "../lib/types";
import { t } from "../lib/words.svelte";
import type { Game } from "./game.svelte";
import { consequence, islandState, lineName, type Names, step, trouble } from "./tell";

export interface Hint {
  title: string;
  text: string;
  kind: "plain" | "would" | "wrong";
}

interface Situation {
  game: Game;
  view: View;
  names: Names;
  mover: Seat;
  visited: string | null;
  late: boolean; // the opponent's time is over
  lateMyself: boolean; // one's own is, and the opponent may claim the game
}

export function hint(now: Situation): Hint {
  return { title: title(now), ...sentence(now) };
}

function title({ game, names, mover }: Situation): string {
  if (game.replaying) return t("table.replaying", { name: names[game.replaying.seat] });
  if (game.state?.status === "aborted") return t("over.aborted");
  if (!game.running) return t("table.over");
  if (!game.mine) return t("table.turnOf", { name: names[mover] });
  return game.state?.one_device ? t("table.turnOf", { name: names[mover] }) : t("table.yourTurn");
}

function sentence(now: Situation): Omit<Hint, "title"> {
  const { game, names, visited } = now;
  if (game.problem) return { kind: "wrong", text: trouble(game.problem) };
  if (game.missed)
    return { kind: "wrong", text: t("why.line", { line: lineName(game.missed) }) };
  if (game.considered) return { kind: "would", text: consequence(game.considered) };
  if (visited && game.shown && !game.replaying)
    return { kind: "would", text: islandState(visited, game.shown, names) };
  return { kind: "plain", text: advice(now) };
}

/** What to do now. */
function advice({ game, view, names, mover, late, lateMyself }: Situation): string {
  if (game.replaying) {
    const part = game.replaying.steps[game.replaying.at - 1];
    return part ? step(part, names[game.replaying.seat]) : "";
  }
  if (late) return t("table.late", { name: names[mover] });
  if (lateMyself) return t("table.lateMyself", { name: names[other(mover)] });
  if (game.passing) return t("table.passing");
  if (!game.running) return "";
  if (!game.mine) return game.you ? t("table.wait") : t("table.watching");
  if (game.asked.length) return t("table.which");
  if (game.complete) return t("table.completed");
  if (game.toPlace) return t("table.placeHow", { n: game.toPlace });
  if (game.ending) return t("table.endHow");
  if (game.cards.length > 1 && !game.lit.size) return t("table.discardHow", { n: game.cards.length });
  if (game.cards) return game.lit.size ? t("table.lineHow") : t("why.noLine");
  return byRules(game, view);
}

/** What the rules ask for, where they do. */
function byRules(game: Game, view: View): string {
  const { canDraw, none } = game.choices;
  if (view.last_turns) return t("table.lastHow");
  if (!canDraw && !none) return t("why.mustPlay");
  if (!canDraw) return t("why.fullHand");
  if (view.must_draw) return t("why.mustDraw");
  return game.tokens.length || !game.lit.size ? t("table.draw") : t("table.play");
}
