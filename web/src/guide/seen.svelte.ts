// Which situations were explained already, and whether the player wants to be told at all.
import { LESSONS, type Lesson } from "./lessons";

const PLACE = "guide";

class Seen {
  lessons = $state.raw<ReadonlySet<Lesson>>(kept());
  off = $state(localStorage.getItem(PLACE) === "off");

  note(lesson: Lesson): void {
    this.lessons = new Set([...this.lessons, lesson]);
    this.keep();
  }

  turn(on: boolean): void {
    this.off = !on;
    if (on) this.lessons = new Set();
    this.keep();
  }

  private keep(): void {
    localStorage.setItem(PLACE, this.off ? "off" : [...this.lessons].join(" "));
  }
}

function kept(): ReadonlySet<Lesson> {
  const names = (localStorage.getItem(PLACE) ?? "").split(" ");
  return new Set(LESSONS.filter((lesson) => names.includes(lesson)));
}

export const seen = new Seen();
