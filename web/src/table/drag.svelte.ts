// Dragging a card: it follows the finger or the pointer, and is let go over a line or the discards.
const SLACK = 7; // pixels before a touch becomes a drag

export interface Targets {
  over: (x: number, y: number) => void; // the card is held there
  drop: (x: number, y: number) => void;
  stop: () => void;
}

export class Drag {
  place = $state<number | null>(null); // which card of the hand
  x = $state(0);
  y = $state(0);
  private from: { x: number; y: number; place: number; pointer: number } | null = null;
  private dragged = false;

  constructor(
    private readonly lift: (place: number) => boolean,
    private readonly targets: Targets,
  ) {}

  down(event: PointerEvent, place: number): void {
    if (event.button !== 0) return;
    this.dragged = false;
    this.from = { x: event.clientX, y: event.clientY, place, pointer: event.pointerId };
  }

  move(event: PointerEvent): void {
    const from = this.from;
    if (!from || event.pointerId !== from.pointer) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (this.place === null) {
      if (Math.hypot(x, y) < SLACK) return;
      if (!this.lift(from.place)) {
        this.from = null;
        return;
      }
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.place = from.place;
      this.dragged = true;
    }
    [this.x, this.y] = [x, y];
    this.targets.over(event.clientX, event.clientY);
  }

  up(event: PointerEvent): void {
    const held = this.place !== null;
    this.cancel();
    if (held) this.targets.drop(event.clientX, event.clientY);
  }

  cancel(): void {
    const held = this.place !== null;
    this.from = null;
    this.place = null;
    [this.x, this.y] = [0, 0];
    if (held) this.targets.stop();
  }

  /** Whether the click that follows belongs to a drag, and is none. */
  get wasDrag(): boolean {
    const was = this.dragged;
    this.dragged = false;
    return was;
  }
}
