import { tryPort } from '../../src/environment/free-port.js';

/** Below what the system gives to connections, so that none of them takes a port that was free a moment ago. */
const FIRST = 10_000;
const PORTS_OF_A_WORKER = 2_000;
const PORTS_OF_A_PROCESS = 200;

let given = 0;

/**
 * A port that nobody listens on, and that no other test file takes meanwhile: files that run at the same time have
 * ports of their own, and one file gets each of its in turn.
 */
export async function ownPort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10;
  const first = FIRST + worker * PORTS_OF_A_WORKER + (process.pid % 10) * PORTS_OF_A_PROCESS;
  for (let tried = 0; tried < PORTS_OF_A_PROCESS; tried += 1) {
    const port = first + (given++ % PORTS_OF_A_PROCESS);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of the ports from ${first} on is free. End what listens there.`);
}

function isFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  );
}
