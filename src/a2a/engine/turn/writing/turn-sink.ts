import type { Appended, NewTaskEvent, TaskKey, TaskStore } from '../../../datastore/ports/index.js';
import type { JsonValue } from '../../../protocol/index.js';
import type { Persistence } from './persistence.js';

/** Where a turn's events and step results go. */
export interface TurnSink {
  append(events: readonly NewTaskEvent[]): Promise<Appended>;
  /** @returns false if the claim is no longer held */
  saveStep(step: string, result: JsonValue): Promise<boolean>;
}

/** The sink of a turn whose claim is held. Appends must come one after the other. */
export class ClaimSink implements TurnSink {
  /** How many appends the store has. */
  private stored = 0;

  constructor(
    private readonly store: TaskStore,
    private readonly key: TaskKey,
    private readonly fence: number,
    private readonly persistence: Persistence,
  ) {}

  async append(events: readonly NewTaskEvent[]): Promise<Appended> {
    // An append whose answer was lost may have been stored: its number tells.
    const guard = { fence: this.fence, batch: this.stored + 1 };
    const result = await this.persistence.write(() => this.store.append(this.key, guard, events));
    this.stored += result.outcome === 'appended' ? 1 : 0;
    return result;
  }

  saveStep(step: string, result: JsonValue): Promise<boolean> {
    return this.persistence.write(() => this.store.saveStep(this.key, this.fence, step, result));
  }
}
