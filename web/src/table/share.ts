// Hand a link on: by the device's own way if it has one, else by the clipboard.

/** Share it; tells whether it lies in the clipboard now. */
export async function share(url: string, text: string): Promise<boolean> {
  if (typeof navigator.share === "function" && matchMedia("(hover: none)").matches) {
    try {
      await navigator.share({ url, text });
      return false;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return false;
    }
  }
  return copy(url);
}

/** Copy a text; tells whether it worked. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or no secure connection
  }
}
