import {
  type BareItem,
  type Dictionary,
  type InnerList,
  isInnerList,
  type Item,
  parseDictionary,
  serializeInnerList,
} from 'structured-headers';
import type { RequestFacts } from '../../authentication/request-facts.js';
import { fieldValue } from './message-components.js';
import { UnfitSignature } from './unfit-signature.js';

/** A signature of a request, and what it is said to cover. */
export interface SignatureMember {
  /** The names of the components, in the order in which they were signed; none is there twice. */
  readonly components: readonly string[];
  /** What was signed beside them: `created`, `keyid` and others, as they came. */
  readonly parameters: ReadonlyMap<string, BareItem>;
  /** Components and parameters as the signature base ends with them. */
  readonly signatureParams: string;
  readonly signature: Buffer;
}

/** More components than these no honest request has. */
const MAX_COMPONENTS = 32;

/** Derived components begin with @, fields are in lower case (RFC 9421, section 2). */
const COMPONENT_NAME = /^@?[a-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * The one signature of a request. A second one would leave open which of them speaks for the caller.
 *
 * @returns undefined when there is none
 * @throws UnfitSignature
 */
export function signatureIn(facts: Pick<RequestFacts, 'lines'>): SignatureMember | undefined {
  const inputs = dictionaryIn('signature-input', facts);
  const signatures = dictionaryIn('signature', facts);
  if (!inputs && !signatures) {
    return undefined;
  }
  const [[label, input] = [undefined, undefined], ...otherInputs] = [...(inputs ?? [])];
  const [[name, signature] = [undefined, undefined], ...otherSignatures] = [...(signatures ?? [])];
  if (!input || !signature || otherInputs.length > 0 || otherSignatures.length > 0) {
    const counts = `${inputs?.size ?? 0} in Signature-Input and ${signatures?.size ?? 0} in Signature`;
    throw malformed(`there must be exactly one signature, and there are ${counts}`);
  }
  if (label !== name) {
    throw malformed('Signature-Input and Signature have different labels');
  }
  const list = innerListOf(input);
  return {
    components: componentsIn(list),
    parameters: list[1],
    signatureParams: serializeInnerList(list),
    signature: bytesOf(signature),
  };
}

/** @returns undefined when the request has no such field */
function dictionaryIn(name: string, { lines }: Pick<RequestFacts, 'lines'>): Dictionary | undefined {
  const value = fieldValue(lines(name));
  try {
    return value === undefined ? undefined : parseDictionary(value);
  } catch {
    throw malformed(`${name} is no dictionary of structured fields`);
  }
}

function innerListOf(input: Item | InnerList): InnerList {
  if (!isInnerList(input)) {
    throw malformed('Signature-Input lists no components');
  }
  return input;
}

function componentsIn([items]: InnerList): string[] {
  if (items.length > MAX_COMPONENTS) {
    throw malformed(`more than ${MAX_COMPONENTS} components`);
  }
  const names = items.map(([name, parameters]) => {
    if (typeof name !== 'string' || !COMPONENT_NAME.test(name)) {
      throw malformed('a component that is no name in lower case');
    }
    const [parameter] = parameters.keys();
    if (parameter !== undefined) {
      throw malformed(`the component ${name} has the parameter ${parameter}, and none are taken`);
    }
    return name;
  });
  if (new Set(names).size < names.length) {
    throw malformed('a component that is listed twice');
  }
  return names;
}

function bytesOf([value]: Item | InnerList): Buffer {
  if (!(value instanceof ArrayBuffer)) {
    throw malformed('Signature has no byte sequence');
  }
  return Buffer.from(value);
}

function malformed(why: string): UnfitSignature {
  return new UnfitSignature(why, 'invalid_request');
}
