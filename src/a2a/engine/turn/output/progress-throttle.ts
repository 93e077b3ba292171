import type { Progress } from '../../../protocol/index.js';

/** At most two reports a second are stored. */
const INTERVAL_MS = 500;

/** Lets progress through at a bounded rate, never falling; the newest report wins. */
export class ProgressThrottle {
  private pending?: Progress;
  private timer?: NodeJS.Timeout;
  private lastAt = 0;

  constructor(
    private readonly write: (progress: Progress) => void,
    /** Percent that has been reported before this attempt. */
    private highest = -1,
  ) {}

  report({ percent, text }: Progress): void {
    const bounded = Math.min(100, Math.max(0, percent));
    if (!(bounded >= this.highest)) {
      return;
    }
    this.highest = bounded;
    this.pending = { percent: bounded, ...(text === undefined ? {} : { text }) };
    const wait = this.lastAt + INTERVAL_MS - Date.now();
    if (wait <= 0) {
      this.flush();
    } else {
      this.timer ??= setTimeout(() => this.flush(), wait);
    }
  }

  /** Writes what is pending now; called before the turn ends. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending) {
      this.lastAt = Date.now();
      this.write(this.pending);
      this.pending = undefined;
    }
  }
}
