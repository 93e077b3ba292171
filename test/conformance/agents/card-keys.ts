import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';

/** The algorithms of the keys that sign, each of which is its key's id too. */
export const SIGNING = ['ES256', 'EdDSA'] as const;
/** The id of the key that is only published: the one that was used before. */
export const RETIRED = 'retired';

/** Files with the keys of a card, in a folder of their own. */
export interface CardKeyFiles {
  readonly paths: readonly string[];
  /** Their private halves. */
  readonly secrets: readonly string[];
  remove(): void;
}

/** Writes a new key for each algorithm, and the public half of one that no longer signs. */
export async function writeCardKeys(): Promise<CardKeyFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'nest-a2a-card-keys-'));
  const write = (name: string, jwk: object): string => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify({ ...jwk, kid: name }), { mode: 0o600 });
    return path;
  };
  const paths: string[] = [];
  const secrets: string[] = [];
  for (const alg of SIGNING) {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(privateKey);
    paths.push(write(alg, { ...jwk, alg }));
    secrets.push(jwk.d!);
  }
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  paths.push(write(RETIRED, { ...(await exportJWK(publicKey)), alg: 'ES256' }));
  return { paths, secrets, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
