import type { RequirementOptions } from '../../options/security/security-options.js';
import type { Visibility } from '../../options/visibility.js';
import type { SkillContext } from '../face/skill-context.js';
import type { SkillInputSchema } from '../face/skill-options.js';

/** A skill as the rest of the program sees it: options resolved, handler bound. */
export interface SkillDefinition {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
  readonly inputModes?: readonly string[];
  readonly outputModes?: readonly string[];
  readonly input?: SkillInputSchema;
  readonly visibility: Visibility;
  readonly scopes?: readonly string[];
  readonly security?: readonly RequirementOptions[];
  readonly group?: string;
  readonly run: 'inline' | 'queued';
  readonly reply: 'task' | 'message';
  readonly concurrency: number;
  readonly attempts: number;
  /** How long a turn may take, from the begin of its first attempt. */
  readonly timeoutMs: number;
  /** `Class.method`, for messages to the team that wrote it. */
  readonly where: string;
  /** Runs the handler with its guards, pipes, interceptors and filters. */
  readonly invoke: (input: unknown, context: SkillContext) => Promise<unknown>;
}

/** Attempts at a turn of a queued skill, unless its options say otherwise. */
export const DEFAULT_ATTEMPTS = 3;

/** How long a turn may take, unless its skill's options say otherwise. */
export const DEFAULT_TIMEOUT = '24h';

/** How long a direct reply may take unless its skill says otherwise. */
export const DEFAULT_REPLY_TIMEOUT = '60s';

/** The longest time that a timer can wait. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Queues of the engine's own begin with it, so skills must not. */
export const RESERVED_PREFIX = 'a2a:';
