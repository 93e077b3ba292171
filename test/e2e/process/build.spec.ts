import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

describe('the build', () => {
  it('is not made again while nothing has changed', () => {
    const build = () =>
      spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: PROJECT, encoding: 'utf8' });
    expect(build().status).toBe(0);
    const { status, stdout, stderr } = build();
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
