import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * From now on SIGWINCH (Nest takes SIGUSR2) collects garbage, and a line tells what memory is still held, in bytes.
 */
export function collectOnSignal(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGWINCH', () => {
    collect();
    console.log(`memory ${JSON.stringify(process.memoryUsage())}`);
  });
}
