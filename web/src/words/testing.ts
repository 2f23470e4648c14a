// Tests read English, unless they choose otherwise.
import { words } from "../lib/words.svelte";

await words.choose("en");
