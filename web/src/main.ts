import "@fontsource-variable/fraunces";
import { mount } from "svelte";
import App from "./App.svelte";
import { online } from "./lib/online.svelte";
import { update } from "./lib/update.svelte";
import { words } from "./lib/words.svelte";
import "./style.css";

online.begin();
update.begin();
await words.begin();
await new Promise((resolve) => setTimeout(resolve)); // reading the scripts was a task by itself
const target = document.getElementById("app");
// What the shell shows until now makes room.
target?.replaceChildren();
if (target) mount(App, { target });
