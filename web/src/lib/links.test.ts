import { afterEach, expect, test, vi } from "vitest";
import { linkTo } from "./links";
import { myself } from "./me.svelte";

const LAN = "http://192.168.1.5:8717";

afterEach(() => {
  myself.address = "";
  vi.unstubAllGlobals();
});

test.each([
  "http://127.0.0.1:8717",
  "http://127.1.2.3",
  "http://localhost:5173",
  "https://localhost",
  "http://[::1]:8717",
  "http://0.0.0.0:8717",
])("%s is of no use to a friend, so they get the site's address", (here) => {
  expect(linkTo("/abcdefgh", here, LAN)).toBe(`${LAN}/abcdefgh`);
});

test.each([
  LAN,
  "https://kahuna.example",
  "https://localhost.example",
  "http://127.example:8717",
  "http://[fd00::1]:8717",
])("%s brings others here as it brought this browser", (here) => {
  expect(linkTo("/abcdefgh", here, "https://other.example")).toBe(`${here}/abcdefgh`);
});

test.each(["", "http://127.0.0.1:8717", "http://0.0.0.0:8717", "http://[::]:8717"])(
  "there is no better address than one's own if the site's is '%s'",
  (site) => {
    expect(linkTo("/a", "http://localhost:8717", site)).toBe("http://localhost:8717/a");
  },
);

test("the site's address is used as soon as it is known", async () => {
  vi.stubGlobal("location", { origin: "http://127.0.0.1:8717" });
  const visit = { me: null, turns: [], mails: false, address: LAN };
  vi.stubGlobal("fetch", async () => Response.json(visit));
  expect(linkTo("/a")).toBe("http://127.0.0.1:8717/a");
  await myself.look();
  expect(linkTo("/a")).toBe(`${LAN}/a`);
});
