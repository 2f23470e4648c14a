// How things move: short, by transform and opacity only, and not at all for who wants none.
import type { TransitionConfig } from "svelte/transition";

const quiet = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export function still(): boolean {
  return (quiet?.matches ?? false) || document.documentElement.dataset["motion"] === "none";
}

function config(duration: number, css: (t: number, u: number) => string): TransitionConfig {
  return { duration: still() ? 0 : duration, css };
}

function eased(t: number): number {
  return 1 - (1 - t) ** 3;
}

/** A bridge grows from one shore to the other. */
export function grow(_node: Element): TransitionConfig {
  return config(420, (t) => `transform: scaleX(${eased(t)}); opacity: ${Math.min(1, 3 * t)}`);
}

/** A lost bridge sinks. */
export function sink(_node: Element): TransitionConfig {
  return config(620, (t, u) => `transform: translateY(${26 * u}px) scaleY(${t}); opacity: ${t}`);
}

/** A token drops onto its island. */
export function drop(_node: Element): TransitionConfig {
  return config(
    480,
    (t, u) => `transform: translateY(${-70 * u * u}px) scale(${1 + 0.5 * u}); opacity: ${eased(t)}`,
  );
}

/** A token is taken away. */
export function lift(_node: Element): TransitionConfig {
  return config(360, (t, u) => `transform: translateY(${-30 * u}px) scale(${t}); opacity: ${t}`);
}

/** A card arrives. */
export function deal(_node: Element): TransitionConfig {
  return config(
    360,
    (t) => `transform: translateY(${-34 * (1 - eased(t))}px); opacity: ${eased(t)}`,
  );
}

export function fade(_node: Element): TransitionConfig {
  return config(180, (t) => `opacity: ${t}`);
}

/** A card flies from one place of the screen to another, above everything. */
export function fly(card: HTMLElement, from: DOMRect, to: DOMRect, gone: () => void): void {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = Math.min(1, Math.max(0.25, to.width / from.width));
  const flight = card.animate(
    [
      { transform: "translate(0, 0) scale(1)", opacity: 1 },
      { transform: `translate(${x * 0.6}px, ${y * 0.6 - 24}px) scale(${(1 + scale) / 2}) rotate(4deg)`, opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.15 },
    ],
    { duration: 460, easing: "cubic-bezier(.3,.7,.3,1)" },
  );
  flight.onfinish = gone;
  flight.oncancel = gone;
}
