// What can wait a moment: one piece of work a task, in the order in which it was asked for. Where a
// page is built all at once, a phone does not answer until it is.
const waiting = new Set<() => void>();
let busy = false;

/** Do something a moment later; what is returned calls it off. */
export function later(work: () => void): () => void {
  waiting.add(work);
  if (!busy) wait();
  return () => waiting.delete(work);
}

function wait(): void {
  busy = true;
  setTimeout(() => {
    const [work] = waiting;
    if (work) {
      waiting.delete(work);
      work();
    }
    if (waiting.size) wait();
    else busy = false;
  });
}
