import type { LoggerService } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import type { JsonValue, Message, Part, Task } from '../../protocol/index.js';
import type { SkillOutput } from './skill-event.js';

/** What a handler knows of the turn it works on, and what it can do besides returning a result. */
export interface SkillContext {
  /** The task as it stood when this attempt began, history and artifacts included. */
  readonly task: Task;
  /** The message that opened this turn. */
  readonly message: Message;
  /**
   * The media types that the caller takes, such as `text/plain` or `image/*`; empty: anything. The skill gives one of
   * them already; what is here helps it to choose (`configuration.acceptedOutputModes`, section 3.2.2).
   */
  readonly acceptedOutputModes: readonly string[];
  /** For whom the skill works. */
  readonly principal: Principal;
  /** 1 for the first turn of the task. */
  readonly turn: number;
  /** 1 for the first attempt at this turn; a crash or an error begins another. */
  readonly attempt: number;
  /** Aborts when the task is canceled, the lease is lost, or the process shuts down. */
  readonly signal: AbortSignal;
  /** Logs with the task's id. */
  readonly logger: Pick<LoggerService, 'log' | 'warn' | 'error'>;

  /** Reports progress. @param percent 0 to 100; falling values are dropped */
  progress(percent: number, text?: string): void;

  /**
   * Publishes an artifact, a chunk, progress or a remark before the handler returns.
   * What can not be published fails the turn, also when nobody awaits it.
   *
   * @returns when there is room for more: who does not await it may be 1,000 events or 8 MiB ahead of the store
   */
  publish(output: SkillOutput): Promise<void>;

  /**
   * Runs `fn` once per turn: a later attempt gets the stored result of a step that finished. Publish
   * artifacts outside of steps, since a step that is not run again publishes nothing.
   *
   * @param key unique within the turn
   * @returns the result, which must be a JSON value
   */
  step<T extends JsonValue>(key: string, fn: () => T | Promise<T>): Promise<T>;

  /** Ends the turn: the task waits for its caller (INPUT_REQUIRED), whose answer is the next turn. */
  ask(question: string | readonly Part[]): never;

  /**
   * Ends the turn: the task waits for an authorisation that its caller gives elsewhere (AUTH_REQUIRED, section
   * 7.6), at an address in the explanation for example. Streams stay open. The caller's next message is the next
   * turn, and proves nothing: what was authorised, and by whom, the skill asks where it was.
   *
   * @param explanation what to authorise, and how; never a secret, since it becomes part of the task
   */
  requireAuth(explanation: string | readonly Part[]): never;
}
