import { componentValue, type SignedFacts } from './message-components.js';
import { UnfitSignature } from './unfit-signature.js';

/** What a signature base may consist of: anything else could be read in two ways. */
const SIGNABLE = /^[\t\x20-\x7e]*$/;

/**
 * The text that is signed (RFC 9421, section 2.5).
 *
 * @param components the names of the components, in their order
 * @param signatureParams components and parameters, serialized
 * @throws UnfitSignature when a component is not there, is not known, or is not ASCII
 */
export function signatureBase(
  components: readonly string[],
  signatureParams: string,
  facts: SignedFacts,
): Buffer {
  const lines = components.map((name) => {
    const value = componentValue(name, facts);
    if (value === undefined) {
      throw new UnfitSignature(`the component ${name} is covered, and the request has none`);
    }
    if (!SIGNABLE.test(value)) {
      throw new UnfitSignature(`the component ${name} has other characters than those of ASCII`);
    }
    return `"${name}": ${value}`;
  });
  return Buffer.from([...lines, `"@signature-params": ${signatureParams}`].join('\n'), 'latin1');
}
