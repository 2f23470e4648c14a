import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Built into the Python package; while developing, the API is that of a running `kahuna serve`.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/kahuna/server/page/built", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, sourcemap: false },
  server: {
    proxy: {
      "/api": { target: "http://127.0.0.1:8717", ws: true },
      "/art": "http://127.0.0.1:8717",
    },
  },
});
