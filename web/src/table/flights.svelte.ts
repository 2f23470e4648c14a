// Cards in the air: from where they lay to where they go.
import { still } from "./motion";

export interface Flight {
  id: number;
  letter: string; // "" is a back
  from: DOMRect;
  to: DOMRect;
}

export class Flights {
  all = $state.raw<Flight[]>([]);
  private next = 0;

  launch(letter: string, from: DOMRect | null, to: DOMRect | null): void {
    if (still() || !from || !to || !from.width || document.hidden) return;
    this.all = [...this.all, { id: this.next++, letter, from, to }];
  }

  land(id: number): void {
    this.all = this.all.filter((flight) => flight.id !== id);
  }
}

/** Where something marked with `data-…` is on the screen. */
export function placeOf(selector: string): DOMRect | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

/** A card's place around a point of the screen. */
export function around(x: number, y: number, width = 40): DOMRect {
  return new DOMRect(x - width / 2, y - width * 0.64, width, width * 1.28);
}
