// What every dialog does, however it looks: it is laid over all else, Escape (or a phone's way back)
// or a touch beside it asks to close it, and afterwards the focus is where it was.

/** Lay a dialog over all else. Whoever shows it takes it away when it asks to be closed. */
export function modal(onclose: () => void): (dialog: HTMLDialogElement) => () => void {
  return (dialog) => {
    const before = document.activeElement;
    // Not at 'close': that comes a moment after the dialog is gone, and would then close the next.
    dialog.oncancel = (event) => {
      event.preventDefault();
      onclose();
    };
    dialog.onclick = (event) => {
      if (event.target === dialog) onclose();
    };
    dialog.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  };
}
