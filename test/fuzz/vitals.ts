import { setTimeout as delay } from 'node:timers/promises';
import type { AgentProcess } from '../support/agent-process.js';

interface Vitals {
  readonly rss: number;
  readonly loopDelayMs: number;
  readonly polluted: readonly string[];
}

const EVERY_MS = 1_000;
/** What is under way is no leak. */
const SETTLE_MS = 1_500;
const MIB = 1024 * 1024;

/** What an agent tells of its inside while it is under fuzz. */
export interface VitalsFigures {
  /** When it began, and the largest from then on. */
  readonly rssMiB: { readonly begin: number; readonly most: number };
  /** What was held, without what could be collected, before and after. */
  readonly heldMiB: { readonly begin: number; readonly end: number };
  readonly loopDelayMs: number;
  readonly polluted: readonly string[];
}

/** Asks again and again, on a connection of its own. */
export class VitalsWatch {
  private readonly seen: Vitals[] = [];
  private isOver = false;
  private readonly watching: Promise<void>;

  private constructor(
    private readonly agent: AgentProcess,
    private readonly heldBefore: number,
  ) {
    this.watching = this.watch();
  }

  /** Begins once the agent has settled. */
  static async begin(agent: AgentProcess): Promise<VitalsWatch> {
    return new VitalsWatch(agent, await held(agent));
  }

  /** @returns the figures since it began */
  async end(): Promise<VitalsFigures> {
    this.isOver = true;
    await this.watching;
    const rss = this.seen.map((vitals) => vitals.rss / MIB);
    return {
      rssMiB: { begin: rss[0] ?? Number.NaN, most: Math.max(...rss) },
      heldMiB: { begin: this.heldBefore, end: await held(this.agent) },
      // What came before the first time is not of this watch.
      loopDelayMs: Math.max(...this.seen.slice(1).map(({ loopDelayMs }) => loopDelayMs)),
      polluted: this.seen.flatMap(({ polluted }) => polluted),
    };
  }

  private async watch(): Promise<void> {
    while (!this.isOver && !this.agent.hasExited) {
      const probe = await this.agent.probe('/vitals');
      if (probe?.status === 200) this.seen.push(JSON.parse(probe.text) as Vitals);
      await delay(EVERY_MS);
    }
  }
}

/** @returns NaN when the agent does not answer any more */
async function held(agent: AgentProcess): Promise<number> {
  await delay(SETTLE_MS);
  const probe = await agent.probe('/vitals/held');
  return probe?.status === 200 ? (JSON.parse(probe.text) as { bytes: number }).bytes / MIB : Number.NaN;
}
