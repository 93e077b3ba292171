import fc from 'fast-check';
import type { FuzzTarget } from './fuzz-target.js';
import type { FuzzRequest } from './requests/fuzz-request.js';
import { KnownIds } from './requests/placeholders.js';
import { FuzzConnection, type Outcome } from './wire/fuzz-connection.js';
import { type Written, written } from './wire/written-request.js';

/** How many requests are generated at a time; a failure is named by its batch and its place in it. */
const BATCH = 1_000;
/** After this many different faults there is enough to do. */
const MAX_FAILURES = 10;
/** How much of an answer tells what it is. */
const READ = 600;
/** How much of a request a report shows. */
const SHOWN = 2_000;

export interface FuzzSettings {
  readonly port: number;
  readonly seed: number;
  /** Runs until it has sent so many, or until the time is over. */
  readonly requests: number;
  readonly forMs: number;
  readonly connections: number;
  /** Until when a request must be answered while all connections are busy. */
  readonly deadlineMs: number;
  /** Until when it must be when nothing else is under way: whatever took longer beside others is sent again alone. */
  readonly aloneMs: number;
  /** Headers beside those of the binding. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that was not answered as it must be. */
export interface Failure {
  /** Both together find it again: `FUZZ_SEED=... FUZZ_PATH=...`. */
  readonly seed: number;
  readonly path: string;
  readonly faults: readonly string[];
  /** The smallest request that has the same fault, as it was sent. */
  readonly sent: string;
}

/** What a run has done. */
export interface FuzzFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly slowestMs: number;
  /** How many took longer beside others than they may alone. */
  readonly sentAlone: number;
  /** How many answers had each status; 0: none. */
  readonly statuses: ReadonlyMap<number, number>;
  /** How many answers told of a task in each state, or of an error of each kind. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly failures: readonly Failure[];
}

/** Sends generated requests to one binding, many at a time, and judges what comes. */
export class FuzzRun {
  private readonly ids = new KnownIds();
  private readonly headers: Readonly<Record<string, string>>;
  private readonly statuses = new Map<number, number>();
  private readonly kinds = new Map<string, number>();
  private readonly failures = new Map<string, Failure>();
  private sent = 0;
  private slowestMs = 0;
  private sentAlone = 0;

  constructor(
    private readonly target: FuzzTarget,
    private readonly settings: FuzzSettings,
  ) {
    this.headers = { ...target.headers, ...settings.headers };
  }

  /** @param isOver whether there is no use in going on, such as when the agent has ended */
  async run(isOver: () => boolean): Promise<FuzzFigures> {
    const began = performance.now();
    const endsAt = began + this.settings.forMs;
    for (let seed = this.settings.seed; !this.isDone(endsAt) && !isOver(); seed += 1) {
      await this.batch(seed, () => performance.now() > endsAt || isOver());
    }
    const seconds = (performance.now() - began) / 1_000;
    const { sent, slowestMs, sentAlone, statuses, kinds } = this;
    return {
      requests: sent,
      perSecond: sent / seconds,
      slowestMs,
      sentAlone,
      statuses,
      kinds,
      failures: [...this.failures.values()],
    };
  }

  /** Sends the request of an earlier failure again, and makes it as small as it can be. */
  async replay(seed: number, path: string): Promise<Failure | undefined> {
    const connection = this.connection(this.settings.aloneMs);
    let last: { request: FuzzRequest; sent: Written; faults: readonly string[] } | undefined;
    const holds = async (request: FuzzRequest): Promise<boolean> => {
      const sent = this.written(request);
      const faults = this.target.faultsOf(request, sent, await connection.send(sent));
      if (faults.length > 0) last = { request, sent, faults };
      return faults.length === 0;
    };
    await fc.check(fc.asyncProperty(this.target.request, holds), {
      seed,
      path,
      numRuns: 1,
      interruptAfterTimeLimit: 20_000,
    });
    connection.close();
    return last && { seed, path, faults: last.faults, sent: shown(last.sent) };
  }

  private isDone(endsAt: number): boolean {
    return (
      this.sent >= this.settings.requests || this.failures.size >= MAX_FAILURES || performance.now() > endsAt
    );
  }

  private async batch(seed: number, isOver: () => boolean): Promise<void> {
    const requests = fc.sample(this.target.request, { seed, numRuns: BATCH });
    const found: { index: number; faults: readonly string[]; sent: Written }[] = [];
    const late: number[] = [];
    let next = 0;
    const work = async () => {
      const connection = this.connection(this.settings.deadlineMs);
      for (let index = next++; index < BATCH && !isOver(); index = next++) {
        const request = requests[index]!;
        const sent = this.written(request);
        const outcome = this.counted(await connection.send(sent));
        const faults = this.target.faultsOf(request, sent, outcome);
        if (faults.length > 0) found.push({ index, faults, sent });
        else if (outcome.tookMs > this.settings.aloneMs) late.push(index);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: this.settings.connections }, work));
    for (const { index, faults, sent } of found) await this.report(seed, index, faults, sent, isOver());
    for (const index of late) await this.alone(seed, index);
  }

  private async alone(seed: number, index: number): Promise<void> {
    this.sentAlone += 1;
    const failure = await this.replay(seed, `${index}`);
    if (failure !== undefined) this.failures.set(failure.path, failure);
  }

  private counted(outcome: Outcome): Outcome {
    this.sent += 1;
    this.slowestMs = Math.max(this.slowestMs, outcome.tookMs);
    const status = 'answer' in outcome ? outcome.answer.status : 0;
    count(this.statuses, status);
    if ('answer' in outcome) {
      const beginning = outcome.answer.body.toString('latin1', 0, READ);
      count(this.kinds, kindOf(beginning));
      this.ids.learn(beginning);
    }
    return outcome;
  }

  /** Once for each fault; the request as small as it can be, if it fails again on its own. */
  private async report(
    seed: number,
    index: number,
    faults: readonly string[],
    sent: Written,
    isOver: boolean,
  ): Promise<void> {
    const name = faults[0]!.replaceAll(/\d+/g, '#').slice(0, 60);
    if (this.failures.has(name) || this.failures.size >= MAX_FAILURES) return;
    const small = isOver ? undefined : await this.replay(seed, `${index}`);
    this.failures.set(name, small ?? { seed, path: `${index}`, faults, sent: shown(sent) });
  }

  private written(request: FuzzRequest): Written {
    return written(request, (text) => this.ids.fill(text), this.headers);
  }

  private connection(deadlineMs: number): FuzzConnection {
    return new FuzzConnection(this.settings.port, deadlineMs);
  }
}

function shown({ bytes }: Written): string {
  const text = bytes.toString('latin1', 0, SHOWN);
  return bytes.length > SHOWN ? `${text}... (${bytes.length} bytes)` : text;
}

function count<T>(counts: Map<T, number>, what: T): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function kindOf(text: string): string {
  return /"(?:state|reason)":"(\w+)"/.exec(text)?.[1] ?? /"code":(-?\d+)/.exec(text)?.[1] ?? 'other';
}
