/**
 * A fixed number of slots, handed out in the order they were asked for. The pool queues here and not in piscina,
 * because the time limit of a file counts from the moment a thread takes it.
 */
export class LintSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Resolves when a slot is the caller's, who must {@link release} it; also, without a slot, when `signal` aborts. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Passes the slot to whoever has waited longest. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
