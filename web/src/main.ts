import "@fontsource-variable/fraunces";
import { mount } from "svelte";
import App from "./App.svelte";
import { words } from "./lib/words.svelte";
import "./style.css";

words.begin();
const target = document.getElementById("app");
if (target) mount(App, { target });
