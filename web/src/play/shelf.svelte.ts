// My games that go on. They are kept, so that the first page shows them at once and nothing moves
// when the server's answer comes.
import { ask } from "../lib/api";
import { myself } from "../lib/me.svelte";
import type { GameLine } from "../lib/types";

class MyShelf {
  running = $state.raw<GameLine[]>(kept());

  async look(): Promise<void> {
    if (!myself.me) {
      if (myself.known) this.keep([]);
      return;
    }
    const { games } = await ask("get", "/api/me/games");
    this.keep(games.filter((game) => game.status === "running" || game.status === "open"));
  }

  private keep(games: GameLine[]): void {
    this.running = games;
    localStorage.setItem("running", JSON.stringify(games.slice(0, 12)));
  }
}

function kept(): GameLine[] {
  try {
    const games: unknown = JSON.parse(localStorage.getItem("running") ?? "[]");
    return Array.isArray(games) ? (games as GameLine[]) : [];
  } catch {
    return [];
  }
}

export const shelf = new MyShelf();
