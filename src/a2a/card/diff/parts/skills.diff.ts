import { quoted } from '../../lint/exposure/quoted.js';
import { skillsOf } from '../../lint/reading/card-parts.js';
import type { LooseObject } from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, compatible } from '../comparing/card-change.js';
import { tagChanges, textChanges } from '../comparing/members.js';
import { skillModeChanges } from './modes.diff.js';
import { paired } from '../comparing/paired.js';
import { skillRequirementChanges } from '../security/requirements.diff.js';

const COMPARED = new Set(['id', 'tags', 'inputModes', 'outputModes', 'securityRequirements']);

/** What the agent can do, skill by skill; their order means nothing. */
export function skillChanges(before: LooseObject, after: LooseObject): CardChange[] {
  const pairs = paired(skillsOf(before), skillsOf(after), ({ value }) => JSON.stringify([value.id]));
  return pairs.flatMap(({ before: old, after: fresh }) => {
    if (old && fresh) {
      const skills = { before: old, after: fresh };
      return [
        ...textChanges(skills, COMPARED),
        ...tagChanges(skills),
        ...skillModeChanges(skills, { before, after }),
        ...skillRequirementChanges(skills, before),
      ];
    }
    return [
      ...(fresh ? [compatible('added', fresh.pointer, `The skill ${nameOf(fresh.value)} was added.`)] : []),
      ...(old ? [breaking('removed', old.pointer, `The skill ${nameOf(old.value)} was removed.`)] : []),
    ];
  });
}

function nameOf({ id }: LooseObject): string {
  return typeof id === 'string' ? quoted(id) : 'without an id';
}
