import type { NewTaskEvent } from '../../datastore/ports/index.js';
import { agentMessage } from '../../engine/turn/output/agent-message.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';

/** The event with which a task asks its caller for the skill that is meant: one of these. */
export function skillQuestion(
  candidates: readonly SkillDefinition[],
  task: { readonly contextId: string; readonly taskId: string },
): NewTaskEvent {
  const lines = candidates.map(
    ({ id, name, examples }) => `- ${id}: ${name}${examples[0] ? ` (for example "${examples[0]}")` : ''}`,
  );
  const question =
    'Which skill is meant? Answer with its id in message.metadata.skillId, or in other words.\n' +
    lines.join('\n');
  return {
    statusUpdate: {
      status: { state: 'TASK_STATE_INPUT_REQUIRED', message: agentMessage(question, task) },
    },
  };
}
