// How a link to a place of this site is written for others.
import { myself } from "./me.svelte";

// What whoever reads it takes for their own machine; 0.0.0.0 and [::] are all addresses of one.
const ONLY_HERE = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1?\]|0\.0\.0\.0)(:\d+)?$/;

/** A link to a path, to be shown, copied or sent. A site can have several names, so it is the one
 * by which the page was opened: unless only this machine knows that one, as with `kahuna serve
 * --lan`. Then it is the site's own address, as soon as it is known. */
export function linkTo(path: string, here = location.origin, site = myself.address): string {
  const away = ONLY_HERE.test(here) && site !== "" && !ONLY_HERE.test(site);
  return `${away ? site : here}${path}`;
}
