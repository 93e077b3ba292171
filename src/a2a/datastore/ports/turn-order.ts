/**
 * The order in which waiting turns of different owners run. Every owner with turns in a queue advances at the
 * same pace, so that a newcomer waits behind one turn of each, not behind all turns of one.
 */
export interface TurnOrder {
  /**
   * The owner's next place in a queue: one behind the owner's last, and behind what has begun.
   *
   * @returns 1, 2, 3 ...; smaller places run first, equal ones in the order they came
   */
  place(queue: string, owner: string): Promise<number>;

  /** A turn with this place has begun. When nobody has a later place, places begin at 1 again. */
  reached(queue: string, place: number): Promise<void>;
}
