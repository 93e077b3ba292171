import type { SignatureKeyList } from '../../../options/security/signature-options.js';
import { verificationKey } from './verification-key.js';

/** What keeps requests from being verified with these keys; no line tells anything of a key. */
export function signatureKeyFaults(keys: SignatureKeyList): string[] {
  const ids = keys.map(({ keyId }) => keyId);
  return [
    ...(keys.length === 0 ? ['keys: there are none, so nobody could call. Add one.'] : []),
    ...(new Set(ids).size < ids.length
      ? ['keys: a keyId is there twice. Give each key one of its own.']
      : []),
    ...keys.flatMap((key, index) => {
      const faults = [
        ...(/^[\x20-\x7e]{1,256}$/.test(key.keyId) ? [] : ['keyId must be 1 to 256 characters of ASCII.']),
        ...(key.subject ? [] : ['subject is empty. Name whom the key stands for.']),
        ...unfitness(() => verificationKey(key)),
      ];
      return faults.map((fault) => `keys[${index}]: ${fault}`);
    }),
  ];
}

function unfitness(use: () => unknown): string[] {
  try {
    use();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
