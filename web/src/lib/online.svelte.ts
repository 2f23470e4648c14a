// Whether the server can be reached. Who misses it says so; it is then looked for until it is
// back, and what needs it can begin anew.

const FIRST_PAUSE = 700;
const LONGEST_PAUSE = 8_000;

export class Online {
  gone = $state(false);
  returns = $state(0); // how often it has come back
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly reach: () => Promise<boolean>) {}

  begin(): void {
    addEventListener("offline", () => this.missed());
    addEventListener("online", () => this.gone && void this.look());
    document.addEventListener("visibilitychange", () => {
      if (this.gone && !document.hidden) void this.look();
    });
    if (!navigator.onLine) this.missed();
  }

  /** Somebody asked the server in vain. */
  missed(): void {
    if (this.gone) return;
    this.gone = true;
    this.pause = FIRST_PAUSE;
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.6);
  }

  private async look(): Promise<void> {
    if (await this.reach()) {
      clearTimeout(this.timer);
      if (!this.gone) return;
      this.gone = false;
      this.returns++;
    } else this.later();
  }
}

async function reach(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const online = new Online(reach);
