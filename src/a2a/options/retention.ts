import ms, { type StringValue } from 'ms';
import type { TaskState } from '../protocol/index.js';

/** A length of time with its unit: `90s`, `2h`, `30d`. */
export type Duration = StringValue;

/** How long tasks are kept, by how they ended; `off`: for ever. */
export interface RetentionOptions {
  /** `30d` unless set, as the next three. Then the task is deleted with all that belongs to it. */
  readonly completed?: Duration | 'off';
  readonly failed?: Duration | 'off';
  readonly canceled?: Duration | 'off';
  readonly rejected?: Duration | 'off';
  /** How long a task waits for its caller (INPUT_REQUIRED, AUTH_REQUIRED) before it ends FAILED; `7d` unless set. */
  readonly unanswered?: Duration | 'off';
}

const DEFAULT_RETENTION = {
  completed: '30d',
  failed: '30d',
  canceled: '30d',
  rejected: '30d',
  unanswered: '7d',
} satisfies RetentionOptions;

const DEFAULT_IDEMPOTENCY = '24h';

/** What a setting says of the tasks in each state. */
const STATES: Readonly<Record<keyof RetentionOptions, readonly TaskState[]>> = {
  completed: ['TASK_STATE_COMPLETED'],
  failed: ['TASK_STATE_FAILED'],
  canceled: ['TASK_STATE_CANCELED'],
  rejected: ['TASK_STATE_REJECTED'],
  unanswered: ['TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED'],
};

/** @returns milliseconds; undefined for a text that is no duration, or one of less than a millisecond */
export function durationMs(duration: string): number | undefined {
  // The package takes bare numbers for milliseconds, which is more often a mistake than meant.
  const value = /^\d+(\.\d+)?\s*[a-z]+$/i.test(duration) ? ms(duration as Duration) : Number.NaN;
  return Number.isFinite(value) && value >= 1 ? Math.round(value) : undefined;
}

/**
 * How old the status of a task may become, by state, in milliseconds; states that are kept for ever are absent.
 *
 * @throws RangeError naming a setting that is no duration
 */
export function maxAgesOf({
  retention = {},
}: {
  readonly retention?: RetentionOptions;
}): Partial<Record<TaskState, number>> {
  const ages: Partial<Record<TaskState, number>> = {};
  for (const name of Object.keys(STATES) as (keyof RetentionOptions)[]) {
    const ageMs = settingMs(`retention.${name}`, retention[name] ?? DEFAULT_RETENTION[name]);
    if (ageMs !== undefined) {
      for (const state of STATES[name]) {
        ages[state] = ageMs;
      }
    }
  }
  return ages;
}

/**
 * How long a message is known by its id, in milliseconds; undefined when it is not.
 *
 * @throws RangeError when it is no duration
 */
export function idempotencyMsOf({
  idempotency = DEFAULT_IDEMPOTENCY,
}: {
  readonly idempotency?: Duration | 'off';
}): number | undefined {
  return settingMs('idempotency', idempotency);
}

function settingMs(name: string, setting: string): number | undefined {
  if (setting === 'off') {
    return undefined;
  }
  const value = durationMs(setting);
  if (value === undefined) {
    throw new RangeError(
      `${name} must be a duration with a unit, such as 90s, 24h or 30d, or off; it is "${setting}".`,
    );
  }
  return value;
}
