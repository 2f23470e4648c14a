// The clocks between two messages: they tick here, from what the server said.
import type { Clocks, Seat } from "../lib/types";
import { t } from "../lib/words.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a seat has left now; `ahead` is how far this device's clock is ahead of the server's. */
export function timeLeft(
  clocks: Clocks,
  pace: string,
  seat: Seat,
  mover: Seat | null,
  now: number,
  ahead: number,
): number | null {
  if (pace === "none") return null;
  if (seat === mover && clocks.deadline !== null) return Math.max(0, clocks.deadline - (now - ahead));
  if (pace !== "live") return null;
  return seat === "White" ? clocks.white : clocks.black;
}

/** A time as a clock shows it: 8:41 or 2:08h, with tenths at the very end, or days and hours; of many days only the days. */
export function clockText(left: number): string {
  if (left >= 10 * DAY) return t("clock.manyDays", { days: Math.floor(left / DAY) });
  if (left >= DAY)
    return t("clock.days", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left < 10 * SECOND) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pad = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}h` : `${minutes}:${pad(seconds % 60)}`;
}

/** Which of a correspondence or live clock is nearly out. */
export function isShort(left: number, pace: string): boolean {
  return left < (pace === "live" ? 30 * SECOND : 2 * HOUR);
}
