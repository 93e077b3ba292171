import { quoted } from '../../lint/exposure/quoted.js';
import { pointerTo } from '../../lint/reading/json-pointer.js';
import type { LooseObject } from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, type Compared, compatible, kindOf } from '../comparing/card-change.js';
import { type ComparedParts, comparedMember, setChanges, textSet } from '../comparing/members.js';

type Direction = 'input' | 'output';

const OF_THE_CARD = { input: 'defaultInputModes', output: 'defaultOutputModes' } as const;
const OF_A_SKILL = { input: 'inputModes', output: 'outputModes' } as const;
const DIRECTIONS: readonly Direction[] = ['input', 'output'];

/** The media types of all skills that do not name their own. */
export function defaultModeChanges(before: LooseObject, after: LooseObject): CardChange[] {
  const parts = { before: { pointer: '', value: before }, after: { pointer: '', value: after } };
  return DIRECTIONS.flatMap((direction) => {
    const name = OF_THE_CARD[direction];
    return modeSetChanges(comparedMember(parts, name), direction, {
      before: pointerTo('', name),
      after: pointerTo('', name),
    });
  });
}

/**
 * The media types of a skill. One that comes to name its own, or no longer does, is compared by those that it has in
 * effect (section 4.4.5).
 */
export function skillModeChanges(skills: ComparedParts, cards: Compared<LooseObject>): CardChange[] {
  return DIRECTIONS.flatMap((direction) => {
    const name = OF_A_SKILL[direction];
    const own = comparedMember(skills, name);
    const pointers = {
      before: pointerTo(skills.before.pointer, name),
      after: pointerTo(skills.after.pointer, name),
    };
    if ((own.before === undefined) === (own.after === undefined)) {
      return modeSetChanges(own, direction, pointers);
    }
    const inEffect = {
      before: own.before ?? cards.before?.[OF_THE_CARD[direction]],
      after: own.after ?? cards.after?.[OF_THE_CARD[direction]],
    };
    const lost = modeSetChanges(inEffect, direction, pointers).filter(({ effect }) => effect === 'breaking');
    const kind = kindOf(own);
    const pointer = kind === 'removed' ? pointers.before : pointers.after;
    return lost.length > 0
      ? lost.map(({ message }) => breaking(kind, pointer, message))
      : [
          compatible(
            kind,
            pointer,
            `${quoted(name)} was ${kind}, and nothing that was taken or given is lost.`,
          ),
        ];
  });
}

function modeSetChanges(
  modes: Compared<unknown>,
  direction: Direction,
  pointers: { readonly before: string; readonly after: string },
): CardChange[] {
  const [before, after] = [essencesOf(modes.before), essencesOf(modes.after)];
  return setChanges({ before, after }, pointers, (kind, pointer, mode) => {
    const message = `${quoted(mode)} was ${kind} as ${direction}.`;
    const isLost = kind === 'removed' && !(direction === 'input' && isTakenIn(after, mode));
    return isLost ? breaking(kind, pointer, message) : compatible(kind, pointer, message);
  });
}

/** Media types compare without regard to case. */
function essencesOf(modes: unknown): string[] {
  return [...textSet(modes)].map((mode) => mode.trim().toLowerCase());
}

/** Whether a range takes in what was named before. */
function isTakenIn(ranges: readonly string[], mode: string): boolean {
  const type = mode.split('/')[0] ?? '';
  return ranges.includes('*/*') || ranges.includes(`${type}/*`);
}
