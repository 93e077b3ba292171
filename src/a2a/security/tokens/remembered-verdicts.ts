import type { TokenVerdict } from './token.verifier.js';

interface Remembered {
  readonly verdict: TokenVerdict;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** What has become of tokens, for a while: not more than so many, the oldest of which go first. */
export class RememberedVerdicts {
  private readonly byDigest = new Map<string, Remembered>();

  constructor(private readonly most: number) {}

  /** @returns undefined for a token of which nothing is known any more */
  find(digest: string, now: number): TokenVerdict | undefined {
    const remembered = this.byDigest.get(digest);
    return remembered && now < remembered.until ? remembered.verdict : undefined;
  }

  /** @param until epoch milliseconds from which on it counts no longer */
  keep(digest: string, verdict: TokenVerdict, until: number): void {
    this.byDigest.delete(digest);
    this.byDigest.set(digest, { verdict, until });
    const [oldest] = this.byDigest.keys();
    if (this.byDigest.size > this.most && oldest !== undefined) {
      this.byDigest.delete(oldest);
    }
  }
}
