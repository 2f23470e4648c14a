// The turn being built, kept while the page is away: by game and turn, in this tab only.
export class Drafts {
  private readonly place: string;

  constructor(link: string) {
    this.place = `draft ${link}`;
  }

  keep(turn: number, tokens: readonly string[]): void {
    try {
      sessionStorage.setItem(this.place, JSON.stringify({ turn, tokens }));
    } catch {
      // Without storage a draft just does not outlive the page.
    }
  }

  kept(turn: number): string[] {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(this.place) ?? "null");
      if (!found || typeof found !== "object") return [];
      const draft = found as { turn?: unknown; tokens?: unknown };
      if (draft.turn !== turn || !Array.isArray(draft.tokens)) return [];
      return draft.tokens.filter((token) => typeof token === "string");
    } catch {
      return [];
    }
  }

  forget(): void {
    try {
      sessionStorage.removeItem(this.place);
    } catch {
      // There was nothing to forget.
    }
  }
}
