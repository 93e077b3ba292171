import { calculateJwkThumbprint, type JWK } from 'jose';
import type { CardKeyProvider, CardKeys, PublicCardKey, SigningKey } from '../../../options/card-keys.js';
import { heldKey } from './held-key.js';
import { type FiledKey, KeyFileError, readKeyFile } from './key-file.js';
import { describeKey, UnusableKeyError } from './public-jwk.js';

/** Keys of the card from files: private ones sign, in the order of the files; public ones are published only. */
export class FileCardKeys implements CardKeyProvider {
  /**
   * @param paths files with a PEM (PKCS#8 or SPKI), a JWK or a JWKS each
   * @param warn is told when everybody on this machine may read a private key
   */
  constructor(
    private readonly paths: readonly string[],
    private readonly warn: (line: string) => void,
  ) {}

  /**
   * Reads the files.
   *
   * @throws KeyFileError when one can not be read, or holds a key that can not be used or that is there twice
   */
  async keys(): Promise<CardKeys> {
    const signing: SigningKey[] = [];
    const published: PublicCardKey[] = [];
    const sources = new Map<string, string>();
    for (const path of this.paths) {
      for (const filed of await readKeyFile(path, this.warn)) {
        const key = await readKey(filed);
        await refuseDuplicate(key, filed.source, sources);
        if ('sign' in key) {
          signing.push(key);
        } else {
          published.push(key);
        }
      }
    }
    return { signing, published };
  }
}

async function readKey({ jwk, source }: FiledKey): Promise<PublicCardKey | SigningKey> {
  try {
    const description = await describeKey(jwk);
    const { kid, publicJwk, algorithms } = description;
    refuseOutOfTime(jwk as { readonly exp?: unknown; readonly nbf?: unknown });
    return description.isPrivate
      ? await heldKey(jwk as JWK, description)
      : { kid, alg: algorithms[0], publicJwk };
  } catch (error) {
    throw error instanceof UnusableKeyError
      ? new KeyFileError(source, `can not be used: ${error.message}`)
      : error;
  }
}

/** Those who verify would not take what it signs. @throws UnusableKeyError */
function refuseOutOfTime({ exp, nbf }: { readonly exp?: unknown; readonly nbf?: unknown }): void {
  const now = Date.now() / 1_000;
  if (typeof exp === 'number' && exp <= now) {
    throw new UnusableKeyError('its time ("exp") is over: make a new one');
  }
  if (typeof nbf === 'number' && nbf > now) {
    throw new UnusableKeyError('its time ("nbf") has not come yet: leave it out until then');
  }
}

/** Neither two keys of one name, which nobody could tell apart, nor one key twice. */
async function refuseDuplicate(
  { kid, publicJwk }: PublicCardKey,
  source: string,
  sources: Map<string, string>,
): Promise<void> {
  for (const id of [`kid ${kid}`, `key ${await calculateJwkThumbprint(publicJwk)}`]) {
    const other = sources.get(id);
    if (other !== undefined) {
      const what = id.startsWith('kid') ? `the kid ${JSON.stringify(kid)}` : 'the key';
      throw new KeyFileError(source, `holds ${what}, which ${other} holds too: remove one of them`);
    }
    sources.set(id, source);
  }
}
