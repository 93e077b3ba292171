import { type AgentDescription, DEFAULT_MODES } from '../../options/a2a-options.js';
import { A2AError, type Message } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { covers } from './media-type.js';

/** The agent's media types, for skills that name none. */
type AgentModes = Pick<AgentDescription, 'defaultInputModes' | 'defaultOutputModes'>;

/**
 * Refuses a message to a skill that does not take its parts, or gives nothing that the caller takes (section
 * 3.3.2). A part that says nothing of its media type is the skill's to judge, and a caller that says nothing takes
 * everything.
 *
 * @param accepted `configuration.acceptedOutputModes`; may hold ranges such as `image/*`
 * @throws A2AError CONTENT_TYPE_NOT_SUPPORTED naming what the skill takes, or gives
 */
export function requireModes(
  skill: SkillDefinition,
  { parts }: Message,
  accepted: readonly string[] = [],
  agent: AgentModes = {},
): void {
  const inputs = skill.inputModes ?? agent.defaultInputModes ?? DEFAULT_MODES;
  const refused = parts.find(
    ({ mediaType }) => mediaType && !inputs.some((mode) => covers(mode, mediaType)),
  )?.mediaType;
  if (refused) {
    throw notSupported(skill, `does not take ${refused}. It takes ${inputs.join(', ')}.`, inputs);
  }
  const outputs = skill.outputModes ?? agent.defaultOutputModes ?? DEFAULT_MODES;
  const isServed = outputs.some((mode) =>
    accepted.some((range) => covers(range, mode) || covers(mode, range)),
  );
  if (accepted.length > 0 && !isServed) {
    throw notSupported(
      skill,
      `gives none of the accepted output modes (${accepted.join(', ')}). It gives ${outputs.join(', ')}.`,
      outputs,
    );
  }
}

function notSupported({ id }: SkillDefinition, why: string, modes: readonly string[]): A2AError {
  return new A2AError('CONTENT_TYPE_NOT_SUPPORTED', `The skill "${id}" ${why}`, {
    skillId: id,
    supported: modes.join(','),
  });
}
