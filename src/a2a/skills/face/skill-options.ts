import type { Type } from '@nestjs/common';
import type { Duration } from '../../options/retention.js';
import type { RequirementOptions } from '../../options/security/security-options.js';
import type { Visibility } from '../../options/visibility.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** How a queued skill runs: on a worker, through a queue of its own. */
export interface QueuedRun {
  /** Turns that one worker process works on at the same time; 1 unless set. */
  readonly concurrency?: number;
  /** How often a turn is begun before it ends FAILED; 3 unless set. */
  readonly attempts?: number;
  /**
   * How long a turn may take from the begin of its first attempt, restarts included, such as `'2h'`; then it ends
   * FAILED. `'24h'` unless set, and at most `'24d'`.
   */
  readonly timeout?: Duration;
}

/** What validates a skill's input: a class-validator DTO, or any Standard Schema. */
export type SkillInputSchema = Type<object> | StandardSchemaV1;

interface SkillDescription {
  /** Unique within the agent; the name of the skill's queue. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** At least one: callers choose by them. */
  readonly tags: readonly string[];
  readonly examples?: readonly string[];
  /** Media types; the card's defaults apply unless set. */
  readonly inputModes?: readonly string[];
  readonly outputModes?: readonly string[];
  /**
   * Validates the data parts of the task's messages, later ones winning member by member, or what the
   * class's static `fromMessage(message)` returns. Missing members: the task asks for them
   * (INPUT_REQUIRED). Wrong members: REJECTED. Without it the handler gets the message.
   */
  readonly input?: SkillInputSchema;
  /**
   * Who is offered the skill; everybody, unless set. Others do not find it on their card, and for them it does not
   * exist.
   */
  readonly visibility?: Visibility;
  /**
   * Scopes that a caller's token must grant besides what the agent asks of everybody, whichever scheme it comes by. The
   * card shows them. Who lacks one is answered 403, and no task is made.
   */
  readonly scopes?: readonly string[];
  /** As `scopes`, for skills that ask for more than scopes: alternatives, one of which must be met (section 4.4.5). */
  readonly security?: readonly RequirementOptions[];
  /** Skills of one group are turned on and off together. */
  readonly group?: string;
}

/** A skill whose messages become tasks. */
export interface TaskSkillOptions extends SkillDescription {
  /** `'inline'`: in the process that took the message. Otherwise queued, which is the default. */
  readonly run?: 'inline' | 'queued' | QueuedRun;
  readonly reply?: 'task';
}

/** A skill that answers with a message and makes no task. */
export interface MessageSkillOptions extends SkillDescription {
  readonly run: 'inline';
  readonly reply: 'message';
  /** How long the reply may take, such as `'90s'`; `'60s'` unless set: the caller's request stays open meanwhile. */
  readonly timeout?: Duration;
}

/** What `@Skill()` takes. */
export type SkillOptions = TaskSkillOptions | MessageSkillOptions;
