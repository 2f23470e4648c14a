// What happens at the table, as it is seen and heard: cards fly, wood knocks, water splashes.
import type { Seat } from "../lib/types";
import { builds, read } from "./choices";
import { around, type Flights, placeOf } from "./flights.svelte";
import type { Happening } from "./game.svelte";
import { middleOf } from "./geometry";
import { sounds } from "./sounds";

export interface Stage {
  flights: Flights;
  side: () => Seat; // whose side the board is seen from
  own: () => Seat | null;
  board: () => DOMRect | null;
}

export function play(happening: Happening, stage: Stage): void {
  if (happening.kind === "turn") sounds.turn();
  else if (happening.kind === "score") sounds.score();
  else if (happening.kind === "over") sounds.over();
  else showStep(happening, stage);
}

function showStep({ step, seat }: Happening & { kind: "step" }, stage: Stage): void {
  const { kind, line, cards } = read(step);
  const own = seat === stage.own();
  const person = `[data-seat="${seat}"]`;
  const at = (letter: string) => (own ? placeOf(`[data-card="${letter}"]`) : placeOf(person));
  const from = (letter: string) => {
    const place = at(letter);
    return place && !own ? around(place.left + 30, place.top + place.height / 2) : place;
  };
  if (builds(kind)) sounds.build();
  if (kind === "cut" || step.removes.length) sounds.fall();
  if (step.gains.length) sounds.gain();
  if (kind === "build" || kind === "cut") {
    const board = stage.board();
    const middle = middleOf(stage.side(), line);
    const to = board && around(board.left + middle.x * board.width, board.top + middle.y * board.height, 24);
    for (const letter of cards) stage.flights.launch(letter, from(letter), to);
  } else if (kind === "discard") {
    sounds.card();
    for (const letter of cards)
      stage.flights.launch("", from(letter), placeOf('[data-place="discard"]'));
  } else if (kind === "row" || kind === "pile") {
    sounds.card();
    const source =
      (kind === "row" ? placeOf(`[data-row="${cards}"]`) : null) ?? placeOf('[data-place="pile"]');
    const to = own ? placeOf(".hand") : placeOf(person);
    const aim = to && around(to.left + (own ? to.width / 2 : 30), to.top + to.height / 2);
    stage.flights.launch(kind === "row" ? cards : "", source, aim);
  }
}
