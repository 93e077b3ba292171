import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import type { ActiveTurn } from '../active-turns.service.js';
import type { RunnableTurn } from './runnable-turn.js';
import type { Persistence } from './writing/persistence.js';
import type { TurnSink } from './writing/turn-sink.js';
import type { Written } from './writing/turn-writer.js';

/** What ties an attempt to its turn: where it writes, and what may end it. */
export interface TurnTies {
  readonly sink: TurnSink;
  readonly active: ActiveTurn;
  readonly persistence: Persistence;
}

/** How an attempt went. */
export type Attempt =
  /** The turn is over; `nextTurn` tells whether another one waits. */
  | { readonly outcome: 'ended'; readonly nextTurn?: number }
  /** The handler failed in a way that nobody has foreseen, and attempts remain. */
  | { readonly outcome: 'retry' }
  /** Somebody else has ended the turn or taken it over. */
  | { readonly outcome: 'lost' }
  /** The process shuts down; the turn is free for another. */
  | { readonly outcome: 'handed-back' };

/** Runs the work, and stops the turn when it takes longer than it may. */
export async function withTimeout(ms: number, active: ActiveTurn, work: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => active.stop('timeout'), ms);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}

/** @returns what the end of a turn leads to */
export function afterEnd({ turn, turnsEnded }: Written): Attempt {
  return turn > turnsEnded ? { outcome: 'ended', nextTurn: turnsEnded + 1 } : { outcome: 'ended' };
}

/** What the log calls a turn. */
export function placeOf(skill: SkillDefinition, { record, turn }: RunnableTurn): string {
  return `skill ${skill.id}, task ${record.key.taskId}, turn ${turn}`;
}

/** An error as the log has it. */
export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
