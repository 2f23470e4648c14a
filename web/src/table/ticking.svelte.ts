// Now, told several times a second while somebody looks at a clock.
export class Ticking {
  now = $state(Date.now());
  private timer: ReturnType<typeof setInterval> | undefined;

  begin(): () => void {
    this.timer = setInterval(() => (this.now = Date.now()), 200);
    return () => clearInterval(this.timer);
  }
}
