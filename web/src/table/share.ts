// Hand a link on: by the device's own way if it has one, else by the clipboard.

/** What became of it: it lies in the clipboard, or the device has asked who shall get it; or
 * neither, and the link has to be shown. */
export type Handed = "copied" | "asked" | "failed";

/** Share a link with a few words. */
export async function share(url: string, text: string): Promise<Handed> {
  if (typeof navigator.share === "function" && matchMedia("(hover: none)").matches) {
    try {
      await navigator.share({ url, text });
      return "asked";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "asked";
    }
  }
  return copy(url);
}

/** Copy a text. */
export async function copy(text: string): Promise<Handed> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    // No permission, or no secure connection and hence no such clipboard.
    return copySelected(text) ? "copied" : "failed";
  }
}

/** Copy a text by selecting it, as one would by hand; afterwards the focus is where it was. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true; // or a phone would show its keyboard
  field.style.cssText = "position: fixed; left: -999px; font-size: 16px"; // smaller ones are zoomed
  place().append(field);
  try {
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length); // select() does nothing on some phones
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** Where something can be selected: while a dialog is open, only within it. */
function place(): Element {
  const within = document.activeElement?.closest("dialog[open]");
  return within ?? [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
}
