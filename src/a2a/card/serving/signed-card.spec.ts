import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { A2AOptions } from '../../options/a2a-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { KEY_SET_PATH } from '../signing/card-signer.service.js';
import { OPTIONS, start } from '../testing/card-agent.js';
import { TrustStore } from '../verifying/trust/trust-store.js';
import { verifyCard } from '../verifying/verify-card.js';
import { CARD_PATH } from './card.controller.js';

describe('a signed card', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signed-card-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function keyFile(alg: string): Promise<string> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    const path = join(folder, `${alg}.json`);
    await writeFile(path, JSON.stringify({ ...(await exportJWK(privateKey)), alg, kid: alg }), {
      mode: 0o600,
    });
    return path;
  }

  async function served(options: A2AOptions): Promise<{ card: Response; keys: Response }> {
    const app = await start(options, ['/']);
    const url = await app.getUrl();
    const [card, keys] = [await fetch(url + CARD_PATH), await fetch(url + KEY_SET_PATH)];
    await app.close();
    return { card, keys };
  }

  it.each(['ES256', 'ES384', 'EdDSA', 'RS256'])(
    'SD-015 SD-026 %s: is valid by the published keys, also pretty-printed, and the same after a restart',
    async (alg) => {
      const options = { ...OPTIONS, card: { signingKeys: [await keyFile(alg)] } };
      const { card, keys } = await served(options);
      expect(keys.headers.get('content-type')).toBe('application/jwk-set+json');
      const keySet = await keys.text();
      expect(keySet).not.toContain('"d"');
      const pretty = JSON.stringify(await card.json(), null, 4);
      const trust = await TrustStore.fromJwks(JSON.parse(keySet));
      expect(await verifyCard(JSON.parse(pretty), { trust })).toMatchObject({ verdict: 'valid' });
      const again = await served(options);
      expect(again.card.headers.get('etag')).toBe(card.headers.get('etag'));
    },
  );

  it('is not signed, and there are no keys, unless keys are given', async () => {
    const { card, keys } = await served(OPTIONS);
    expect(((await card.json()) as AgentCard).signatures).toBeUndefined();
    expect(keys.status).toBe(404);
  });

  it('an agent whose keys are not there in time does not start', async () => {
    const silent = { keys: () => new Promise<never>(() => undefined) };
    await expect(served({ ...OPTIONS, card: { signingKeys: silent } })).rejects.toThrow(
      'has not answered for 10 s',
    );
  });

  it('an agent with keys that can not sign does not start', async () => {
    const only = { keys: () => Promise.resolve({ signing: [], published: [] }) };
    await expect(served({ ...OPTIONS, card: { signingKeys: only } })).rejects.toThrow('has no private key');
    await expect(served({ ...OPTIONS, card: { signingKeys: [join(folder, 'none')] } })).rejects.toThrow(
      'can not be read',
    );
  });
});
