import { DEFAULT_MODES } from '../../options/a2a-options.js';
import { A2AError, type Message } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';

/**
 * Refuses parts that say to be of a media type which the skill does not take (section 3.3.2). A part that says
 * nothing is the skill's to judge.
 *
 * @throws A2AError CONTENT_TYPE_NOT_SUPPORTED naming what the skill takes
 */
export function requireInputModes(
  skill: SkillDefinition,
  { parts }: Message,
  agentModes: readonly string[] = DEFAULT_MODES,
): void {
  const modes = skill.inputModes ?? agentModes;
  const refused = parts.find(({ mediaType }) => mediaType && !modes.some((mode) => covers(mode, mediaType)));
  if (refused) {
    throw new A2AError(
      'CONTENT_TYPE_NOT_SUPPORTED',
      `The skill "${skill.id}" does not take ${refused.mediaType}. It takes ${modes.join(', ')}.`,
      { skillId: skill.id, supported: modes.join(',') },
    );
  }
}

/** Compares types without their parameters; `image/*` covers `image/png`. */
function covers(mode: string, mediaType: string): boolean {
  const [wanted, given] = [essenceOf(mode), essenceOf(mediaType)];
  return (
    wanted === given || wanted === '*/*' || (wanted.endsWith('/*') && given.startsWith(wanted.slice(0, -1)))
  );
}

function essenceOf(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}
