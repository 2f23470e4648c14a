// The table by keyboard: what each key does, wherever the focus is.
import type { Game } from "./game.svelte";

export interface Keys {
  game: Game;
  row: () => string; // the cards that can be taken, from left to right
  open: (what: "menu" | "moves" | "help") => void;
  board: () => void; // put the focus on the board
  pass: () => void; // on one device: hand it on, or be ready
}

/** Whether keys belong to what has the focus: somebody writes there. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

export function pressed(event: KeyboardEvent, { game, row, open, board, pass }: Keys): boolean {
  if (event.altKey || isTyping(event.target)) return false;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") void (event.shiftKey ? game.redo() : game.undo());
    else if (key === "y") void game.redo();
    else return false;
    return true;
  }
  const card = "12345".indexOf(key);
  const place = "asd".indexOf(key);
  if (card >= 0) {
    if (card < game.hand.length) game.touchCard(card);
  } else if (place >= 0) {
    const letter = row()[place];
    if (letter && letter !== ".") game.choose(`+${letter}`);
  } else if (key === "f") game.choose("+?");
  else if (key === "n") game.choose("-");
  else if (key === "e") {
    if (game.passing || game.curtain) pass();
    else void game.finish();
  } else if (key === "x") void game.discard();
  else if (key === "z") void game.undo();
  else if (key === "y") void game.redo();
  else if (key === "r") game.replay();
  else if (key === "b") board();
  else if (key === "l") open("moves");
  else if (key === "m") open("menu");
  else if (key === "?") open("help");
  else if (key === "escape") {
    if (game.scoring) game.closeScoring();
    else if (game.replaying) game.skip();
    game.hush();
    game.selected = [];
    game.ending = null;
  } else return false;
  return true;
}
