import { execFileSync } from 'node:child_process';

/** @returns the process and everything that it has started, itself first; empty when it is gone */
export function processTree(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const found = rows.some(([id]) => id === pid) ? [pid] : [];
  for (const parent of found) {
    for (const [id = 0, ppid] of rows) if (ppid === parent) found.push(id);
  }
  return found;
}

/** Sends a signal to all of them; those that are gone are none the worse. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
