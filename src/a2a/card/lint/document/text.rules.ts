import { ERROR, type LintRule, WARNING } from '../lint-rule.js';
import { quoted } from '../exposure/quoted.js';
import { skillsOf } from '../reading/card-parts.js';
import { type Located, type LooseObject, textMembers, textsOf } from '../reading/loose-json.js';

/** Names are shown in lists, and descriptions are read by models that choose by them. */
const MAX_LENGTHS = { name: 200, description: 4_000 } as const;

/** At least two numbers, as in 1.0, 1.2.3-rc.1 or 2026.11.30. */
const VERSION = /^v?\d+(?:\.\d+){1,3}(?:[-+][\w.+-]+)?$/;

/** A media type or a range of them, with its parameters (RFC 9110, sections 8.3.1 and 12.5.1). */
const MEDIA_TYPE =
  /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/;

/** Longer ones are none that anybody has registered, nor looked at. */
const MAX_MEDIA_TYPE_LENGTH = 500;

export const textRules: readonly LintRule[] = [
  {
    id: 'media-type',
    description: 'Input and output modes are media types, such as `text/plain`.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, value } of modesOf(card)) {
        if (value.length > MAX_MEDIA_TYPE_LENGTH || !MEDIA_TYPE.test(value)) {
          yield {
            pointer,
            message: `${quoted(value)} is no media type. Write it as type/subtype, such as "text/plain" (RFC 9110).`,
          };
        }
      }
    },
  },
  {
    id: 'version',
    description: 'The version of the agent has at least two numbers, as in `1.0.0`.',
    severity: WARNING,
    *faults({ version }) {
      if (typeof version === 'string' && version.trim() !== '' && !isVersion(version)) {
        yield {
          pointer: '/version',
          message: `${quoted(version)} can not be told from later versions. Count as in 1.0.0 (semver.org).`,
        };
      }
    },
  },
  {
    id: 'long-text',
    description: `Names have at most ${MAX_LENGTHS.name} characters, descriptions ${MAX_LENGTHS.description}.`,
    severity: WARNING,
    *faults(card) {
      for (const part of [{ pointer: '', value: card }, ...skillsOf(card)]) {
        for (const { name, pointer, value } of textMembers(part.value, part.pointer, [
          'name',
          'description',
        ])) {
          const max = MAX_LENGTHS[name as keyof typeof MAX_LENGTHS];
          if (value.length > max) {
            yield {
              pointer,
              message:
                `"${name}" has ${value.length} characters, and who chooses by it may read ${max}. ` +
                'Shorten it; the rest belongs into what documentationUrl leads to.',
            };
          }
        }
      }
    },
  },
];

function isVersion(text: string): boolean {
  return text.length <= 100 && VERSION.test(text);
}

function modesOf(card: LooseObject): Located<string>[] {
  return [
    ...textsOf(card.defaultInputModes, '/defaultInputModes'),
    ...textsOf(card.defaultOutputModes, '/defaultOutputModes'),
    ...skillsOf(card).flatMap(({ pointer, value }) => [
      ...textsOf(value.inputModes, `${pointer}/inputModes`),
      ...textsOf(value.outputModes, `${pointer}/outputModes`),
    ]),
  ];
}
