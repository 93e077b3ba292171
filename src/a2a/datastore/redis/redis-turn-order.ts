import type { TurnOrder } from '../ports/index.js';
import { storedText } from '../stored/stored-text.js';
import type { RedisCommands } from './connection/redis-commands.js';
import type { AgentKeys } from './task-keys.js';

/** The order in which waiting turns of different owners run; two keys for each queue. */
export class RedisTurnOrder implements TurnOrder {
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
  ) {}

  place(queue: string, owner: string): Promise<number> {
    return this.commands.run('place', this.keys.order(queue), [storedText(owner)]);
  }

  async reached(queue: string, place: number): Promise<void> {
    await this.commands.run('reached', this.keys.order(queue), [place]);
  }
}
