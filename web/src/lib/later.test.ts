// One piece of work a task.
import { expect, test, vi } from "vitest";
import { later } from "./later";

test("what waits is done in order, one a task, unless it is called off", () => {
  vi.useFakeTimers();
  const done: number[] = [];
  later(() => done.push(1));
  const callOff = later(() => done.push(2));
  later(() => done.push(3));
  callOff();
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1, 3]);
  later(() => done.push(4));
  vi.runAllTimers();
  expect(done).toEqual([1, 3, 4]);
  vi.useRealTimers();
});
