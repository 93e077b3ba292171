import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processFacts } from './process-facts.js';

describe('processFacts', () => {
  it('knows a process that runs', async () => {
    const child = spawn('sleep', ['60'], { cwd: '/' });
    await once(child, 'spawn');
    const facts = await processFacts(child.pid ?? 0);
    expect(facts?.program).toBe('sleep');
    expect(facts?.arguments).toContain('60');
    expect((await processFacts(child.pid ?? 0))?.started).toBe(facts?.started);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await processFacts(child.pid ?? 0)).toBeUndefined();
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])('knows none with the pid %s', async (pid) => {
    expect(await processFacts(pid)).toBeUndefined();
  });

  it('counts a process as gone whose parent has not yet waited for it', async () => {
    // The shell becomes a program that never waits for the child it has inherited.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(String(line));
    await expect.poll(() => processFacts(pid), { timeout: 10_000 }).toBeUndefined();
    expect(() => process.kill(pid, 0)).not.toThrow();
    parent.kill('SIGKILL');
  });
});
