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
  readonly run: 'inline' | 'queued';
  readonly reply: 'task' | 'message';
  readonly concurrency: number;
  readonly attempts: number;
  /** `Class.method`, for messages to the team that wrote it. */
  readonly where: string;
  /** Runs the handler with its guards, pipes, interceptors and filters. */
  readonly invoke: (input: unknown, context: SkillContext) => Promise<unknown>;
}

/** Attempts at a turn of a queued skill, unless its options say otherwise. */
export const DEFAULT_ATTEMPTS = 3;
