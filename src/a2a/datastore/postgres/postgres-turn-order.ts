import type { TurnOrder } from '../ports/index.js';
import { storedText } from '../stored/stored-text.js';
import type { TaskPool } from './connections/task-pool.js';

/** The order of waiting turns, in a2a.turn_queue and a2a.turn_place. */
export class PostgresTurnOrder implements TurnOrder {
  constructor(
    private readonly pool: TaskPool,
    private readonly agent: string,
  ) {}

  async place(queue: string, owner: string): Promise<number> {
    const [row] = await this.pool.rows<{ place: number }>(
      'take-place',
      'select a2a.take_place($1, $2, $3) as place',
      [this.agent, storedText(queue), storedText(owner)],
    );
    return row?.place ?? 1;
  }

  async reached(queue: string, place: number): Promise<void> {
    await this.pool.rows('reach-place', 'select a2a.reach_place($1, $2, $3)', [
      this.agent,
      storedText(queue),
      place,
    ]);
  }
}
