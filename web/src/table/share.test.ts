// A link gets into the clipboard one way or another, or it is said that it did not.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { copy, share } from "./share";

const LINK = "http://192.168.1.5:8717/abcdefgh";
let copied: string[] = []; // by selection
let within: (string | undefined)[] = []; // what holds the selected text

/** Let the browser copy what is selected, or refuse to. */
function execCommand(works: boolean): void {
  document.execCommand = (what) => {
    const field = document.activeElement as HTMLTextAreaElement;
    expect(what).toBe("copy");
    if (works) copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    within.push(field.parentElement?.id);
    return works;
  };
}

function clipboard(writeText: ((text: string) => Promise<void>) | null): void {
  vi.stubGlobal("navigator", { clipboard: writeText ? { writeText } : undefined });
}

beforeEach(() => {
  [copied, within] = [[], []];
  execCommand(true);
  document.body.innerHTML = "<button></button>";
});
afterEach(() => vi.unstubAllGlobals());

test("the clipboard takes it where there is one", async () => {
  const written: string[] = [];
  clipboard(async (text) => void written.push(text));
  expect(await copy(LINK)).toBe("copied");
  expect([written, copied]).toEqual([[LINK], []]);
});

test.each([
  ["is missing, as without HTTPS", null],
  ["refuses", () => Promise.reject(new DOMException("no", "NotAllowedError"))],
])("it is selected and copied where the clipboard %s", async (_, writeText) => {
  clipboard(writeText);
  expect(await copy(LINK)).toBe("copied");
  expect(copied).toEqual([LINK]);
});

test("what was selected for it is gone, and the focus is back", async () => {
  clipboard(null);
  document.querySelector("button")?.focus();
  await copy(LINK);
  expect(document.activeElement?.tagName).toBe("BUTTON");
  expect(document.querySelector("textarea")).toBeNull();
});

test.each([
  ["with the focus in it", "inner"],
  ["with the focus nowhere, as some browsers leave it", null],
])("in an open dialog it is selected there, %s", async (_, focused) => {
  clipboard(null);
  document.body.innerHTML = `<dialog></dialog><dialog open id="open"><button id="inner"></button>
    </dialog><button id="outer"></button>`;
  if (focused) document.getElementById(focused)?.focus();
  await copy(LINK);
  expect(within).toEqual(["open"]);
});

test("it is said where nothing works", async () => {
  clipboard(null);
  execCommand(false);
  expect(await copy(LINK)).toBe("failed");
  document.execCommand = () => {
    throw new Error("there is no such command");
  };
  expect(await copy(LINK)).toBe("failed");
  expect(document.querySelector("textarea")).toBeNull();
});

test.each([
  ["asks to whom it goes", () => Promise.resolve(), "asked", []],
  ["is told that it goes to nobody", refuse("AbortError"), "asked", []],
  ["cannot", refuse("NotAllowedError"), "copied", [LINK]],
])("a phone shares it: it %s", async (_, hand, handed, by) => {
  vi.stubGlobal("navigator", { share: hand });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(await share(LINK, "Aloha")).toBe(handed);
  expect(copied).toEqual(by);
});

function refuse(name: string): () => Promise<void> {
  return () => Promise.reject(new DOMException("no", name));
}
