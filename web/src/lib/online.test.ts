import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Online } from "./online.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a server that was missed is looked for until it is back", async () => {
  const reach = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(false);
  reach.mockResolvedValue(true);
  const online = new Online(reach);
  expect(online.gone).toBe(false);
  online.missed();
  online.missed();
  expect(online.gone).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(online.gone).toBe(false);
  expect(online.returns).toBe(1);
  expect(reach).toHaveBeenCalledTimes(3);
});
