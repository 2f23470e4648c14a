// Day or night: what was chosen, else what the system likes.
export type Theme = "day" | "night";

class Look {
  theme = $state<Theme>("day");

  begin(): void {
    const chosen = localStorage.getItem("theme");
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.set(chosen === "day" || chosen === "night" ? chosen : dark ? "night" : "day");
  }

  choose(theme: Theme): void {
    localStorage.setItem("theme", theme);
    this.set(theme);
  }

  private set(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
  }
}

export const look = new Look();
