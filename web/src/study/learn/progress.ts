// Which lessons have been done in this browser, for who has not said who they are.
const PLACE = "lessons";

export function doneHere(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(PLACE) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function noteDone(id: string): void {
  localStorage.setItem(PLACE, JSON.stringify([...doneHere().add(id)]));
}
