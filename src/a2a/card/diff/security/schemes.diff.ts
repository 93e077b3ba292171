import { quoted } from '../../lint/exposure/quoted.js';
import { flowsOf, schemeBodiesOf, schemesOf } from '../../lint/reading/card-parts.js';
import { pointerTo } from '../../lint/reading/json-pointer.js';
import {
  isObject,
  type Located,
  type LocatedMember,
  type LooseObject,
} from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, compatible, kindOf } from '../comparing/card-change.js';
import { type ComparedParts, comparedMember, isSame, textChanges } from '../comparing/members.js';
import { paired } from '../comparing/paired.js';

type Scheme = LocatedMember<LooseObject>;

/** What callers go by when they authenticate: whoever does as before fails when one of them is another. */
const DECISIVE = [
  'location',
  'name',
  'scheme',
  'openIdConnectUrl',
  'oauth2MetadataUrl',
  'authorizationUrl',
  'tokenUrl',
  'deviceAuthorizationUrl',
  'refreshUrl',
];

const COMPARED = new Set([...DECISIVE, 'flows', 'scopes', 'pkceRequired']);

/** How callers authenticate, scheme by scheme. Which they need is said by the requirements. */
export function schemeChanges(before: LooseObject, after: LooseObject): CardChange[] {
  return paired(schemesOf(before), schemesOf(after), ({ name }) => name).flatMap(
    ({ key, before: old, after: fresh }) => {
      if (old && fresh) {
        return changesWithin(old, fresh);
      }
      const name = `The scheme ${quoted(key)}`;
      return [
        ...(fresh ? [compatible('added', fresh.pointer, `${name} was added.`)] : []),
        ...(old ? [compatible('removed', old.pointer, `${name} was removed.`)] : []),
      ];
    },
  );
}

function changesWithin(before: Scheme, after: Scheme): CardChange[] {
  const kinds = { before: kindsOf(before), after: kindsOf(after) };
  if (!isSame(kinds.before, kinds.after)) {
    const [was, is] = [kinds.before, kinds.after].map((names) => names.join(', ') || 'of no kind');
    return [breaking('changed', after.pointer, `The scheme ${quoted(after.name)} was ${was} and is ${is}.`)];
  }
  const bodies = paired(partsOf(before), partsOf(after), ({ name }) => name);
  return bodies.flatMap(({ before: old, after: fresh }) =>
    old && fresh ? partChanges({ before: old, after: fresh }) : [],
  );
}

function partChanges(parts: ComparedParts): CardChange[] {
  const decisive = DECISIVE.flatMap((name) => {
    const member = comparedMember(parts, name);
    const kind = kindOf(member);
    const isNew = kind === 'added' && (name === 'refreshUrl' || name === 'oauth2MetadataUrl');
    const message = `${quoted(name)} was ${shown(member.before)} and is ${shown(member.after)}.`;
    return isSameOf(name, member.before, member.after)
      ? []
      : [(isNew ? compatible : breaking)(kind, pointerTo(parts.after.pointer, name), message)];
  });
  return [...textChanges(parts, COMPARED), ...decisive, ...scopeChanges(parts), ...pkceChanges(parts)];
}

/** Whoever asks for a scope that is not offered is refused a token. */
function scopeChanges(parts: ComparedParts): CardChange[] {
  const [old, fresh] = [scopesOf(parts.before), scopesOf(parts.after)];
  return paired(Object.keys(old), Object.keys(fresh), (name) => name).flatMap(({ key, before, after }) => {
    const side = after === undefined ? parts.before : parts.after;
    const pointer = pointerTo(`${side.pointer}/scopes`, key);
    const name = `The scope ${quoted(key)}`;
    if (after === undefined) {
      return [breaking('removed', pointer, `${name} was removed.`)];
    }
    if (before === undefined) {
      return [compatible('added', pointer, `${name} was added.`)];
    }
    return isSame(old[key], fresh[key])
      ? []
      : [compatible('changed', pointer, `${name} is described in other words.`)];
  });
}

function pkceChanges(parts: ComparedParts): CardChange[] {
  const pkce = comparedMember(parts, 'pkceRequired');
  const [was, is] = [pkce.before === true, pkce.after === true];
  const pointer = pointerTo(parts.after.pointer, 'pkceRequired');
  if (was === is) {
    return [];
  }
  return is
    ? [breaking('changed', pointer, 'PKCE is required now.')]
    : [compatible('changed', pointer, 'PKCE is required no more.')];
}

function scopesOf({ value }: Located<LooseObject>): LooseObject {
  return isObject(value.scopes) ? value.scopes : {};
}

function kindsOf(scheme: Scheme): string[] {
  return partsOf(scheme)
    .map(({ name }) => name)
    .toSorted();
}

function partsOf(scheme: Scheme): LocatedMember<LooseObject>[] {
  return [...schemeBodiesOf(scheme), ...flowsOf(scheme)];
}

/** Schemes of the Authorization header compare without regard to case (RFC 9110, section 11.1). */
function isSameOf(name: string, one: unknown, other: unknown): boolean {
  return name === 'scheme' && typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : isSame(one, other);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : 'not said';
}
