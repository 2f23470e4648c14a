// A font of the web as one of the desk: the server draws pictures with it, and what draws
// them reads no WOFF. The format is in the W3C's "WOFF File Format 1.0".
import { inflateSync } from "node:zlib";

const HEADER = 44; // bytes of a WOFF's header, and of each entry of its directory
const ENTRY = 20;

export function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const start = Buffer.alloc(12 + 16 * count);
  start.writeUInt32BE(woff.readUInt32BE(4), 0); // the flavour
  start.writeUInt16BE(count, 4);
  start.writeUInt16BE(16 * power, 6);
  start.writeUInt16BE(Math.log2(power), 8);
  start.writeUInt16BE(16 * (count - power), 10);
  const parts: Buffer[] = [start];
  let place = start.length;
  for (let table = 0; table < count; table++) {
    const entry = HEADER + ENTRY * table;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(offset, offset + packed);
    const content = packed < length ? inflateSync(stored) : stored;
    const record = 12 + 16 * table;
    woff.copy(start, record, entry, entry + 4); // its name
    woff.copy(start, record + 4, entry + 16, entry + 20); // its checksum
    start.writeUInt32BE(place, record + 8);
    start.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(content, padding);
    place += length + padding.length;
  }
  return Buffer.concat(parts);
}
