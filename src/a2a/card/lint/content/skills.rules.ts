import { quoted } from '../exposure/quoted.js';
import { ERROR, type LintRule, WARNING } from '../lint-rule.js';
import { skillsOf } from '../reading/card-parts.js';
import { isSet } from '../reading/loose-json.js';

/** Members with which functions and tools of other protocols describe their arguments. */
const SCHEMA_MEMBERS = ['inputSchema', 'outputSchema', 'input_schema', 'output_schema', 'parameters'];

export const skillRules: readonly LintRule[] = [
  {
    id: 'skill-without-tags',
    description: 'Every skill has tags: callers and catalogs find it by them.',
    severity: WARNING,
    *faults(card) {
      for (const { pointer, value } of skillsOf(card)) {
        if (Array.isArray(value.tags) && !value.tags.some(isWritten)) {
          yield {
            pointer: `${pointer}/tags`,
            message: 'The skill has no tags, and who searches by them will not find it. Name a few.',
          };
        }
      }
    },
  },
  {
    id: 'skill-without-examples',
    description: 'Every skill has examples: routers and models choose by them.',
    severity: WARNING,
    *faults(card) {
      for (const { pointer, value } of skillsOf(card)) {
        if (!Array.isArray(value.examples) || !value.examples.some(isWritten)) {
          yield {
            pointer: `${pointer}/examples`,
            message: 'The skill has no examples, by which routers and models choose. Write one or two.',
          };
        }
      }
    },
  },
  {
    id: 'duplicate-skill',
    description: 'No two skills have the same id.',
    severity: ERROR,
    *faults(card) {
      const seen = new Map<string, string>();
      for (const { pointer, value } of skillsOf(card)) {
        if (typeof value.id !== 'string' || value.id === '') continue;
        const first = seen.get(value.id);
        if (first !== undefined) {
          yield {
            pointer: `${pointer}/id`,
            message: `${quoted(value.id)} is the id of ${first} too. Give each skill an id of its own.`,
          };
        }
        seen.set(value.id, first ?? pointer);
      }
    },
  },
  {
    id: 'skill-schema',
    description: 'Skills have no schema of arguments: they take messages, and say so by modes and examples.',
    severity: WARNING,
    *faults(card) {
      for (const { pointer, value } of skillsOf(card)) {
        for (const name of SCHEMA_MEMBERS.filter((one) => isSet(value[one]))) {
          yield {
            pointer: `${pointer}/${name}`,
            message:
              `"${name}" is of tools, not of skills, and clients drop it. Say what the skill takes by inputModes ` +
              'and examples (section 4.4.5).',
          };
        }
      }
    },
  },
];

function isWritten(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== '';
}
