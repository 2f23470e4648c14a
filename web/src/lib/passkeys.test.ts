// What WebAuthn sends is coded as the server takes it.
import { expect, test } from "vitest";
import { bytes, coded } from "./passkeys";

test.each(["", "AA", "-_-_", "aGVsbG8"])("%s is the same there and back", (text) => {
  expect(coded(bytes(text).buffer)).toBe(text);
});
