// Who I am: a guest by a name, made when the first game needs one.
import { ask, Problem } from "./api";
import type { Me } from "./types";
import { words } from "./words.svelte";

class Myself {
  me = $state<Me | null>(null);
  known = $state(false);

  async begin(): Promise<void> {
    try {
      this.me = await ask("get", "/api/me");
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
    } finally {
      this.known = true;
    }
  }

  /** Be somebody: as before, or a guest of this name. */
  async ensure(name: string): Promise<void> {
    if (this.me) return;
    this.me = await ask("post", "/api/guests", {
      body: { name: name.trim() || "Guest", language: words.language },
    });
  }
}

export const myself = new Myself();
