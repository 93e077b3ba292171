import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileCardKeys } from '../../a2a/card/signing/keys/file-card-keys.js';
import { jwksOf } from '../../a2a/card/signing/keys/published-keys.js';
import { signCard } from '../../a2a/card/signing/sign-card.js';
import { cardKeygen } from './card-keygen.js';

describe('cardKeygen', () => {
  let folder: string;
  let out: string;
  const printed = vi.fn<(line: string) => void>();
  const told = vi.fn<(line: string) => void>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-keygen-'));
    out = join(folder, 'card-key.json');
    vi.spyOn(console, 'log').mockImplementation(printed);
    vi.spyOn(console, 'error').mockImplementation(told);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    printed.mockReset();
    told.mockReset();
    await rm(folder, { recursive: true });
  });

  const read = () => new FileCardKeys([out], told).keys();

  it.each([undefined, 'ES384', 'EdDSA', 'RS256', 'PS256'])(
    'SD-015: makes a key (%s) that signs, and prints its public half only',
    async (alg) => {
      await cardKeygen({ alg, out });
      const keys = await read();
      expect(keys.signing).toMatchObject([{ alg: alg ?? 'ES256' }]);
      expect(await signCard({ name: 'n' }, keys.signing)).toHaveLength(1);
      const shown = JSON.parse(printed.mock.calls.flat().join('\n')) as JWK;
      expect([shown]).toEqual(jwksOf(keys).keys);
      expect(shown).not.toHaveProperty('d');
      const { d } = JSON.parse(await readFile(out, 'utf8')) as JWK;
      expect(`${printed.mock.calls.flat().join('')}${told.mock.calls.flat().join('')}`).not.toContain(d);
    },
  );

  it('lets only the owner read the file, and tells what to do with it', async () => {
    await cardKeygen({ out, kid: '2026-12' });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect((await read()).signing).toMatchObject([{ kid: '2026-12' }]);
    expect(told).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`The private key is in ${out}`));
  });

  it('leaves a file that exists as it is', async () => {
    await writeFile(out, 'precious');
    await expect(cardKeygen({ out })).rejects.toThrow(/exists already and is left as it is/);
    expect(await readFile(out, 'utf8')).toBe('precious');
    expect(printed).not.toHaveBeenCalled();
  });

  it('says why it makes none', async () => {
    await expect(cardKeygen({ alg: 'HS256', out })).rejects.toThrow(
      'Cards are not signed with "HS256": choose one of ES256, ES384, EdDSA, RS256, PS256.',
    );
    await expect(cardKeygen({ kid: '', out })).rejects.toThrow(
      /No key can be made: its "kid" must be a string/,
    );
    await expect(cardKeygen({ out: join(folder, 'no', 'key.json') })).rejects.toThrow(
      /can not be written \(ENOENT\): give a path in a folder that exists/,
    );
    await expect(stat(out)).rejects.toThrow('ENOENT');
  });
});
