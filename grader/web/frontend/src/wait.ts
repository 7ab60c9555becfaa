// What is said while a result is waited for: nothing at first, then what is known, and never a guess.

import { label, signedOut } from "./held";
import { need, say } from "./page";
import { tell } from "./status";
import type { Progress } from "./watch";

const SLOW = 200; // milliseconds without a word: nothing flashes
const VERY_SLOW = 2000;
const EARLY = 50; // a timer may be so much ahead of the clock
const LEAST_BUSY = 300; // what was shown stays long enough to be read as meant

export class Wait {
  readonly #pressedAt = performance.now();
  #runningSince = this.#pressedAt;
  #shownAt: number | null = null;
  #last: Progress | null = null;
  #timers: number[] = [];

  constructor(readonly isRun: boolean) {}

  begin(): void {
    for (const after of [SLOW, VERY_SLOW]) {
      this.#timers.push(window.setTimeout(() => this.#tell(), Math.max(0, after - this.#waited())));
    }
  }

  end(): void {
    this.#timers.forEach(clearTimeout);
  }

  get mayBeStopped(): boolean {
    return this.isRun && this.#waited() >= VERY_SLOW - EARLY;
  }

  hear(progress: Progress): void {
    if (progress.state === "signed_out") {
      signedOut();
      return;
    }
    if (progress.state === "running" && this.#last?.state !== "running") this.#runningSince = performance.now();
    this.#last = progress;
    if (this.#waited() >= SLOW) this.#tell();
    this.#timers.push(window.setTimeout(() => this.#tell(), VERY_SLOW));
  }

  async shownLongEnough(): Promise<void> {
    const left = this.#shownAt === null ? 0 : LEAST_BUSY - (performance.now() - this.#shownAt);
    if (left > 0) await new Promise((next) => setTimeout(next, left));
  }

  #waited(): number {
    return performance.now() - this.#pressedAt;
  }

  #tell(): void {
    this.#shownAt ??= performance.now();
    if (this.isRun) label(say(this.mayBeStopped ? "stop_label" : "running_label"));
    tell(this.#sentence());
  }

  #sentence(): string {
    const { state, said } = this.#last ?? { state: "", said: say("submitted") };
    if (state === "queued" || state === "lost") return said;
    if (performance.now() - this.#runningSince >= VERY_SLOW - EARLY) return say("still_running", { limit: need("send").dataset.limit ?? "" });
    return this.isRun ? say("running") : said;
  }
}
