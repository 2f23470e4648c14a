import { expect, test } from "vitest";
import { kindOf } from "./kinds";

const HERE = "https://kahuna.example";
const kind = (path: string, mode = "cors", method = "GET") =>
  kindOf(method, mode, new URL(path, HERE), HERE);

test("every place of the page is its shell", () => {
  for (const path of ["/", "/rules", "/abcdefgh", "/people/Lani"])
    expect(kind(path, "navigate")).toBe("shell");
});

test("what has a version, and the scenery, is kept", () => {
  for (const path of ["/assets/page-abc.js", "/art/White-day-under.svg", "/icon.svg"])
    expect(kind(path)).toBe("kept");
});

test("nothing of the API is ever kept, not even as a page", () => {
  for (const path of ["/api/me", "/api/schema", "/api", "/healthz"]) {
    expect(kind(path)).toBe("network");
    expect(kind(path, "navigate")).toBe("network");
  }
});

test("other sites and other methods are not its business", () => {
  expect(kind("https://other.example/assets/a.js")).toBe("network");
  expect(kind("/", "navigate", "POST")).toBe("network");
});
