// Which page a path shows.
import { expect, test } from "vitest";
import { find, gameOf } from "./pages";

test.each([
  ["/", "home", ""],
  ["/lobby", "lobby", ""],
  ["/lobby/", "lobby", ""],
  ["/settings", "settings", ""],
  ["/people/Lani%20K.", "people", "Lani K."],
  ["/people/%E0%A4%A", "people", "%E0%A4%A"],
  ["/confirm/secret", "confirm", "secret"],
])("%s is %s", (path, name, of) => {
  expect(find(path)).toMatchObject({ name, of });
});

test.each(["/nowhere", "/people", "/lobby/more", "/people/a/b"])("%s is nowhere", (path) => {
  expect(find(path).name).toBe("missing");
});

test("a game's link is told from pages", () => {
  expect(gameOf("/abcdefgh")).toBe("abcdefgh");
  expect(gameOf("/settings")).toBeUndefined(); // no link has an i, l or o
  expect(gameOf("/abcdefghj")).toBeUndefined();
});
