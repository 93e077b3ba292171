import type { Message, QueuedRun, TaskSkillOptions } from '../../../../src/a2a/index.js';

/**
 * Options of a skill that a worker runs.
 *
 * @param example what routes to it without naming it; a test names the skill otherwise
 */
export function queued(id: string, example?: string, run: QueuedRun = { concurrency: 8 }): TaskSkillOptions {
  return {
    id,
    name: `Case ${id}`,
    description: `What the case ${id} needs.`,
    // One word, so that `need input` is not also near to `need-input-inline`.
    tags: [example ?? id.replaceAll('-', '')],
    ...(example && { examples: [example] }),
    inputModes: ['*/*'],
    run,
  };
}

/** Options of a skill that runs in the process that took the message. */
export function inline(id: string, example?: string): TaskSkillOptions {
  return { ...queued(id, example), run: 'inline' };
}

/** The text of the message. */
export function textOf({ parts: [part] }: Message): string {
  return part && 'text' in part ? part.text : '';
}

/** The numbers in the text of the message, in their order. */
export function numbersIn(message: Message): number[] {
  return (textOf(message).match(/\d+(\.\d+)?/g) ?? []).map(Number);
}
