import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Update } from "./update.svelte";

const OLD = "0123456789ab";
const NEW = "ba9876543210";

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  document.body.innerHTML = "";
});
afterEach(() => {
  vi.useRealTimers();
});

function tab() {
  const reload = vi.fn();
  const update = new Update(OLD, reload);
  update.begin();
  return { update, reload };
}

test("a tab of the server's version stays as it is", async () => {
  const { update, reload } = tab();
  update.heard(OLD);
  update.heard("");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(update.outdated).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test("an outdated tab reloads itself, once for a version", async () => {
  const { update, reload } = tab();
  update.heard(NEW);
  update.heard(NEW);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
  const after = new Update(OLD, reload); // the same again, as if reloading had not helped
  after.heard(NEW);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("nobody is disturbed: not while touching, writing or in a dialog", async () => {
  const { update, reload } = tab();
  document.body.innerHTML = "<input><dialog open></dialog>";
  document.querySelector("input")?.focus();
  update.heard(NEW);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  document.querySelector("input")?.blur();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).not.toHaveBeenCalled();
  document.querySelector("dialog")?.remove();
  dispatchEvent(new Event("keydown"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
