import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, takeOwnerLock } from './owner-lock.js';

describe('takeOwnerLock', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'owner-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const leave = (generation: number, content: string): Promise<void> =>
    writeFile(join(folder, `owner.${generation}.lock`), content);
  const foreign = JSON.stringify({ pid: 1, started: 'long ago', host: 'another' });

  it('lets one own the folder at a time', async () => {
    const lock = await takeOwnerLock(folder);
    await expect(takeOwnerLock(folder)).rejects.toThrow(FolderInUse);
    await expect(takeOwnerLock(folder)).rejects.toMatchObject({ pid: process.pid });
    await lock.release();
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await takeOwnerLock(folder)).release();
  });

  it('overtakes a dead owner, also when its pid is now another process, and removes its lock', async () => {
    const probe = await takeOwnerLock(folder);
    const [name = ''] = await readdir(folder);
    const { host } = JSON.parse(await readFile(join(folder, name), 'utf8')) as {
      host: string;
    };
    await probe.release();
    for (const pid of [process.pid, 2 ** 22 + 1]) {
      await leave(7, JSON.stringify({ pid, started: 'before', host }));
      const lock = await takeOwnerLock(folder);
      expect(await readdir(folder)).toEqual(['owner.8.lock']);
      await lock.release();
    }
  });

  it('lets exactly one of many win, over nothing and over a dead owner', async () => {
    for (const before of ['', '{}']) {
      if (before) await leave(1, '');
      const ends = await Promise.allSettled(Array.from({ length: 20 }, () => takeOwnerLock(folder)));
      const winners = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    }
  });

  it('believes an owner elsewhere as long as it shows signs of life, and no longer', async () => {
    await leave(1, foreign);
    const alive = setInterval(() => void utimes(join(folder, 'owner.1.lock'), new Date(), new Date()), 500);
    await expect(takeOwnerLock(folder)).rejects.toThrow(FolderInUse);
    clearInterval(alive);
    await (await takeOwnerLock(folder)).release();
  });
});
