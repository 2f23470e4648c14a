// The game to take away: its record, a picture of a position, and the whole of it as a moving
// picture. The server draws; here pixels are made of it.
import { Problem } from "../../lib/api";
import type { Seat } from "../../lib/types";

export interface Drawn {
  kgn: string;
  at: number;
  side: Seat;
  theme: "day" | "night";
}

const WIDTH = 1600;

async function draw(what: "picture" | "animation", drawn: Drawn): Promise<string> {
  const response = await fetch(`/api/replays/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(drawn),
  });
  if (!response.ok) throw new Problem(response.status, "no-picture", response.statusText);
  return response.text();
}

export async function picture(drawn: Drawn): Promise<Blob> {
  return svgBlob(await draw("picture", drawn));
}

export async function animation(drawn: Drawn): Promise<Blob> {
  return svgBlob(await draw("animation", drawn));
}

/** A position as pixels, for places that show no SVG. */
export async function pixels(drawn: Drawn): Promise<Blob> {
  const svg = await draw("picture", drawn);
  const image = new Image();
  // A data address: the page's policy lets no other picture in.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Give a file to the reader. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function svgBlob(svg: string): Blob {
  return new Blob([svg], { type: "image/svg+xml" });
}
