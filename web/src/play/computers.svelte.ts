// The computer's characters, as the server tells of them; kept, so that they are there at once.
import { ask } from "../lib/api";
import type { Computer } from "../lib/types";

class Computers {
  all = $state.raw<Computer[]>(kept());

  async look(): Promise<void> {
    this.all = await ask("get", "/api/computers");
    localStorage.setItem("computers", JSON.stringify(this.all));
  }

  at(level: number): Computer | undefined {
    return this.all.find((one) => one.level === level);
  }
}

function kept(): Computer[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem("computers") ?? "[]");
    return Array.isArray(all) ? (all as Computer[]) : [];
  } catch {
    return [];
  }
}

export const computers = new Computers();
