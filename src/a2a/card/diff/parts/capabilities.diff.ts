import { quoted } from '../../lint/exposure/quoted.js';
import { extensionsOf } from '../../lint/reading/card-parts.js';
import { isObject, type Located, type LooseObject } from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, compatible, kindOf } from '../comparing/card-change.js';
import { comparedMember, isSame, textChanges } from '../comparing/members.js';
import { type Pair, paired } from '../comparing/paired.js';

const POINTER = '/capabilities';

/** What callers may only do where it is true. */
const FLAGS = ['streaming', 'pushNotifications', 'extendedAgentCard'];

const COMPARED = new Set([...FLAGS, 'extensions']);

/** What the agent can do beside answering, and which extensions it speaks. */
export function capabilityChanges(before: LooseObject, after: LooseObject): CardChange[] {
  const parts = { before: capabilitiesOf(before), after: capabilitiesOf(after) };
  const flags = FLAGS.flatMap((name) => {
    const flag = comparedMember(parts, name);
    if (isSame(flag.before, flag.after)) {
      return [];
    }
    const isLost = flag.before === true && flag.after !== true;
    const message = `${quoted(name)} was ${shown(flag.before)} and is ${shown(flag.after)}.`;
    return [(isLost ? breaking : compatible)(kindOf(flag), `${POINTER}/${name}`, message)];
  });
  const extensions = paired(extensionsOf(before), extensionsOf(after), ({ value }) =>
    JSON.stringify([value.uri]),
  );
  return [...textChanges(parts, COMPARED), ...flags, ...extensions.flatMap(extensionChanges)];
}

function extensionChanges({ before, after }: Pair<Located<LooseObject>>): CardChange[] {
  const { uri } = (after ?? before)?.value ?? {};
  const name = typeof uri === 'string' ? `The extension ${quoted(uri)}` : 'An extension without a URI';
  const isRequired = after?.value.required === true;
  if (before && after) {
    const wasRequired = before.value.required === true;
    const pointer = `${after.pointer}/required`;
    return [
      ...textChanges({ before, after }, new Set(['required'])),
      ...(isRequired && !wasRequired
        ? [breaking('changed', pointer, `${name} is required now: callers without it are refused.`)]
        : []),
      ...(wasRequired && !isRequired ? [compatible('changed', pointer, `${name} is required no more.`)] : []),
    ];
  }
  if (after) {
    return isRequired
      ? [
          breaking(
            'added',
            after.pointer,
            `${name} was added and is required: callers without it are refused.`,
          ),
        ]
      : [compatible('added', after.pointer, `${name} was added.`)];
  }
  // Whoever asks for an extension that is not there is served without it (section 4.6).
  return before ? [compatible('removed', before.pointer, `${name} was removed.`)] : [];
}

function capabilitiesOf({ capabilities }: LooseObject): Located<LooseObject> {
  return { pointer: POINTER, value: isObject(capabilities) ? capabilities : {} };
}

function shown(flag: unknown): string {
  return typeof flag === 'boolean' ? String(flag) : 'not said';
}
