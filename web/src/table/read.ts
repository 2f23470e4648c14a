// Up to where the talk of each game has been read on this device, so that words which were said
// while nobody was at the table are not overlooked.
const PLACE = "talks";
const MOST = 100; // games, those read last

/** The number of the last line that was read; 0 if none was. */
export function readUpTo(link: string): number {
  return kept().find(([game]) => game === link)?.[1] ?? 0;
}

/** Take note that all up to this line has been read. */
export function noteRead(link: string, line: number): void {
  if (line <= readUpTo(link)) return;
  const others = kept().filter(([game]) => game !== link);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...others, [link, line]].slice(-MOST)));
  } catch {
    // It has no room, or may keep nothing: then the words are new once more.
  }
}

function kept(): [string, number][] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(all) ? all.filter(isRead) : [];
  } catch {
    return [];
  }
}

function isRead(one: unknown): one is [string, number] {
  return Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number";
}
