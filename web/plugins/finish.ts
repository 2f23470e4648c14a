// What the build does last: give the page a version, tell the service worker what to keep,
// unpack a font for pictures, and compress.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { unpackFont } from "./woff.ts";

const WORTH_COMPRESSING = new Set([".css", ".html", ".js", ".json", ".svg", ".webmanifest"]);
const PICTURE_FONT = "node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff";

/** Finish what was built in that folder. */
export function finish(): Plugin {
  let folder = "";
  let root = "";
  return {
    name: "kahuna-finish",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = join(root, config.build.outDir);
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => name.replaceAll("\\", "/"))
        .filter((name) => extname(name) !== "")
        .sort();
      stamp(folder, files);
      writeFileSync(join(folder, "picture.ttf"), unpackFont(readFileSync(join(root, PICTURE_FONT))));
      for (const name of files)
        if (WORTH_COMPRESSING.has(extname(name))) compress(join(folder, name));
    },
  };
}

/** Write the version into the page and its service worker, and into that what it keeps. */
function stamp(folder: string, files: string[]): void {
  const sum = createHash("sha256");
  for (const name of files) sum.update(name).update(readFileSync(join(folder, name)));
  const version = sum.digest("hex").slice(0, 12);
  writeFileSync(join(folder, "version"), version);
  // A language's further letters come when they are needed; all else is there at once.
  const kept = files.filter((name) => name.startsWith("assets/") && !/-(ext|vietnamese)-/.test(name));
  fill(join(folder, "index.html"), {
    __VERSION__: version,
    // The first paint needs the style only: the scripts come after it.
    'rel="modulepreload"': 'rel="modulepreload" fetchpriority="low"',
    'script type="module"': 'script type="module" fetchpriority="low"',
  });
  fill(join(folder, "worker.js"), {
    __VERSION__: version,
    __KEPT__: kept.map((name) => `/${name}`).join(" "),
  });
}

function fill(file: string, values: Record<string, string>): void {
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(name, value);
  writeFileSync(file, text);
}

function compress(file: string): void {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
