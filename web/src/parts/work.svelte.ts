// Something that is being done, and what became of it: for forms.
import { explain } from "./explain";

export class Work {
  busy = $state(false);
  trouble = $state("");
  done = $state(""); // what to say when it went well

  /** Do it; what goes wrong is told in words. Says whether it went well. */
  async run(act: () => Promise<string | void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = "";
    this.done = "";
    try {
      this.done = (await act()) ?? "";
      return true;
    } catch (problem) {
      this.trouble = explain(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
