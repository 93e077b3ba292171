import type { Server } from 'node:http';
import { type INestApplication, Logger } from '@nestjs/common';
import { limitServer } from '../net/server-limits.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { limitsOf } from '../options/limits.js';
import { ShutdownSequence } from './shutdown-sequence.service.js';

/** After the grace period the process is gone within 2 seconds; what is left then is for its exit itself. */
const LAST_MS = 1_850;

/**
 * Starts an application with an `A2AModule`, and ends the process with 0 when it gets SIGTERM or SIGINT: in order,
 * and never later than `limits.shutdownGraceMs` and two seconds after the first of them.
 *
 * @param app made with `bodyParser: false` and `abortOnError: false`
 * @returns when it listens; never, when it is told to end before
 * @throws whatever stops the start
 */
export async function serve(app: INestApplication, port: number, host: string): Promise<void> {
  let isEnding = false;
  quieten(app);
  limitServer(app.getHttpServer() as Server, limitsOf(app.get<A2AOptions>(A2A_OPTIONS, { strict: false })));
  const start = app.listen(port, host);
  const end = (): void => {
    // Whoever signals twice is in a hurry, but the order stays.
    if (!isEnding) {
      isEnding = true;
      void shutDown(app, start);
    }
  };
  process.on('SIGTERM', end).on('SIGINT', end);
  await start.catch((error: unknown) => {
    if (!isEnding) {
      throw error;
    }
  });
  if (isEnding) {
    await new Promise<never>(() => undefined);
  }
}

/**
 * Express tells on every answer what it is, and hashes every answer for caches that are told to keep none of them;
 * what may be kept, the card, has an ETag of its own.
 */
function quieten(app: INestApplication): void {
  const server = app.getHttpAdapter().getInstance() as { disable?: (setting: string) => void };
  server.disable?.('x-powered-by');
  server.disable?.('etag');
}

/** Ends the process. */
async function shutDown(app: INestApplication, start: Promise<unknown>): Promise<never> {
  const logger = new Logger('Shutdown');
  const sequence = app.get(ShutdownSequence, { strict: false });
  setTimeout(() => {
    logger.warn(
      'Something has not ended in time; the process ends without it. Recovery looks after its turns.',
    );
    process.exit(0);
  }, sequence.graceMs + LAST_MS);
  try {
    await sequence.begin();
    await start.catch(() => undefined);
    await app.close();
  } catch (error) {
    logger.error(
      `The shutdown did not go as planned: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
  process.exit(0);
}
