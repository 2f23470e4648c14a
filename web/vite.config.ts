import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { finish } from "./plugins/finish.ts";

// What every place shows or needs: the shell around it, and the parts of a board.
const BASE = new RegExp(
  [
    "src/lib/|src/App|src/style|node_modules/(svelte|@fontsource)",
    "src/parts/(Shell|Header|Icon|Later|Seeking|Lost)|src/play/seeking",
    "src/table/(Plate|Bridge|Token|Mark|Card|Icon|choices|geometry|shown|motion)|generated/",
  ].join("|"),
);

// Built into the Python package; while developing, the API is that of a running `kahuna serve`.
export default defineConfig({
  plugins: [svelte(), finish()],
  build: {
    outDir: "../src/kahuna/server/page/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: "manifest.json", // by which the server knows what a place needs
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { page: "index.html", worker: "src/worker/worker.ts" },
      output: {
        // Few files: before the first paint each costs a phone a way there and back.
        codeSplitting: { groups: [{ name: "base", test: BASE }] },
        // Browsers look for the service worker under one name, always.
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  test: { environment: "happy-dom", setupFiles: "src/words/testing.ts" },
  // Components are tested as a browser has them, not as a server would make them.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8717", ws: true },
      "/art": "http://127.0.0.1:8717",
    },
  },
});
