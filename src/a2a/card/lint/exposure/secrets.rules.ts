import { type DocumentRule, ERROR, type Fault } from '../lint-rule.js';
import { type DocumentValue, everyValue } from '../reading/every-value.js';
import { pathOf, pointerOf, pointerTo } from '../reading/json-pointer.js';
import { isObject } from '../reading/loose-json.js';
import { mentionedTargets, urlTarget } from '../reading/urls.js';
import { isSecretMember, privateJwkMember } from './secret-members.js';
import { secretIn } from './secret-patterns.js';

/** Members whose names say what a client may ask for, and not what stands in them. */
const SCOPES = /\/scopes\/[^/]*$/;

/** Random by their nature, and public. */
const SIGNED = /^\/signatures\/\d+\/(?:protected|signature)$/;

const ADVICE =
  'Remove it, and replace the credential if it was ever served. Callers get theirs by other ways (section 14.3).';

export const secretRules: readonly DocumentRule[] = [
  {
    id: 'secret',
    description: 'No token, key, password or private key stands in the card.',
    severity: ERROR,
    *faults(document) {
      for (const value of everyValue(document)) {
        const fault = secretFault(value);
        if (fault) yield fault;
      }
    },
  },
  {
    id: 'url-credentials',
    description: 'No URL names a user or a password.',
    severity: ERROR,
    *faults(document) {
      for (const { pointer, value } of everyValue(document)) {
        if (typeof value === 'string' && namesUser(value)) {
          yield { pointer, message: `The URL names a user or a password. ${ADVICE}` };
        }
      }
    },
  },
];

function secretFault({ pointer, name, value }: DocumentValue): Fault | undefined {
  const nameKind = name === undefined ? undefined : secretIn(name);
  if (nameKind !== undefined) {
    // Its own pointer would tell it.
    return {
      pointer: parentOf(pointer),
      message: `A member's name is what looks like ${nameKind}. ${ADVICE}`,
    };
  }
  const privateMember = isObject(value) ? privateJwkMember(value) : undefined;
  if (privateMember !== undefined) {
    return {
      pointer: pointerTo(pointer, privateMember),
      message: `This is the private part of a JSON Web Key. ${ADVICE}`,
    };
  }
  const kind = typeof value === 'string' && !SIGNED.test(pointer) ? secretIn(value) : undefined;
  if (kind !== undefined) {
    return { pointer, message: `This holds what looks like ${kind}. ${ADVICE}` };
  }
  return name !== undefined && isSecretMember(name, value) && !SCOPES.test(pointer)
    ? { pointer, message: `A member of this name holds a secret. ${ADVICE}` }
    : undefined;
}

/** A user alone may be part of an address, such as that of a Git repository, except on the web. */
function namesUser(text: string): boolean {
  const whole = urlTarget(text);
  if (whole) {
    return whole.password !== '' || (whole.username !== '' && /^https?$/.test(whole.scheme));
  }
  return mentionedTargets(text).some(({ password }) => password !== '');
}

function parentOf(pointer: string): string {
  return pointerOf(pathOf(pointer).slice(0, -1));
}

/** The pointer, up to the first member whose name is a secret. */
export function pointerWithoutSecrets(pointer: string): string {
  const path = pathOf(pointer);
  const index = path.findIndex((name) => secretIn(name) !== undefined);
  return index === -1 ? pointer : pointerOf(path.slice(0, index));
}
