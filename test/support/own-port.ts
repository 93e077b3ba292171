import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tryPort } from '../../src/environment/free-port.js';

/** Below what the system gives to connections, so that none of them takes a port that was free a moment ago. */
const FIRST = 10_000;
const BLOCKS = 200;
const PORTS_OF_A_BLOCK = 100;

/** The first port of the block that this process has; it listens there for as long as it lives, so nobody else has it. */
let block: Promise<number> | undefined;
let given = 0;

/**
 * A port that nobody listens on, and that no other test file takes meanwhile: every process has a block of ports of
 * its own, and gives each of them in turn.
 */
export async function ownPort(): Promise<number> {
  block ??= takeBlock();
  const first = await block;
  for (let tried = 1; tried < PORTS_OF_A_BLOCK; tried += 1) {
    const port = first + 1 + (given++ % (PORTS_OF_A_BLOCK - 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`None of the ports after ${first} is free. End what listens there.`);
}

/** Not the first that is free: what an earlier file has left behind may still be about. */
async function takeBlock(): Promise<number> {
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const first = FIRST + ((process.pid + tried) % BLOCKS) * PORTS_OF_A_BLOCK;
    if (await listens(createServer(), first)) return first;
  }
  throw new Error(`Every block of ports from ${FIRST} on is taken. End what listens there.`);
}

async function listens(guard: Server, port: number): Promise<boolean> {
  try {
    await once(guard.listen({ port, exclusive: true }), 'listening');
  } catch {
    return false;
  }
  guard.unref();
  return true;
}

function isFree(port: number): Promise<boolean> {
  return tryPort(port).then(
    () => true,
    () => false,
  );
}
