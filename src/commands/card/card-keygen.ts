import { writeFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { describeKey } from '../../a2a/card/signing/keys/public-jwk.js';
import { jwksOf } from '../../a2a/card/signing/keys/published-keys.js';
import { signatureAlgorithm } from '../../a2a/card/signing/keys/signature-algorithms.js';
import { SIGNATURE_ALGORITHMS } from '../../a2a/options/card-keys.js';

/** Beyond what is demanded of RSA keys today, for the years that a key may be in use. */
const RSA_BITS = 3_072;

/** What the command is told. */
export interface CardKeygenArguments {
  /** An algorithm by its JOSE name. Default ES256. */
  readonly alg?: string;
  /** The file to write. */
  readonly out: string;
  /** The name of the key. Default its thumbprint (RFC 7638). */
  readonly kid?: string;
}

/**
 * Makes a key that signs the card: the private JWK goes into a file that only its owner can read, the public one
 * to the standard output, and what to do next to the error output.
 *
 * @throws Error when the file exists or can not be written, or the algorithm or the name can not be used
 */
export async function cardKeygen({ alg = 'ES256', out, kid: name }: CardKeygenArguments): Promise<void> {
  const algorithm = signatureAlgorithm(alg);
  if (algorithm === undefined) {
    throw new Error(`Cards are not signed with "${alg}": choose one of ${SIGNATURE_ALGORITHMS.join(', ')}.`);
  }
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: RSA_BITS });
  const jwk = { ...(await exportJWK(privateKey)), ...(name !== undefined && { kid: name }) };
  const { kid, publicJwk } = await describeKey(jwk).catch((error: Error) => {
    throw new Error(`No key can be made: ${error.message}.`);
  });
  await writeNew(out, { ...jwk, kid, alg: algorithm, use: 'sig' });
  const { keys } = jwksOf({ signing: [], published: [{ kid, alg: algorithm, publicJwk }] });
  console.log(JSON.stringify(keys[0], null, 2));
  console.error(
    `The private key is in ${out}: keep it secret and out of the repository.\n` +
      'Set CARD_SIGNING_KEYS to this file, and give the key above to those who verify the card.',
  );
}

/** A key that is overwritten can not be had again, while cards signed with it are still about. */
async function writeNew(path: string, jwk: object): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(jwk, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === 'EEXIST'
        ? 'exists already and is left as it is: give another path, or move the file away'
        : `can not be written (${code}): give a path in a folder that exists and can be written to`;
    throw new Error(`${path} ${problem}.`, { cause: error });
  }
}
