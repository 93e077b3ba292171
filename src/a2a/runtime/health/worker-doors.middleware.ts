import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { LIVE_PATH, READY_PATH } from './health.controller.js';

const OPEN = new Set([LIVE_PATH, READY_PATH]);

/** Lets a worker answer probes and nothing else: it takes no messages, and shows no card. */
@Injectable()
export class WorkerDoors implements NestMiddleware {
  private readonly isWorker: boolean;

  constructor(@Inject(A2A_OPTIONS) { role }: A2AOptions) {
    this.isWorker = role === 'worker';
  }

  use(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (!this.isWorker || OPEN.has(pathOf(request))) {
      next();
      return;
    }
    const message = `This process has ROLE=worker and serves ${LIVE_PATH} and ${READY_PATH} only.`;
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(`${message} Send requests to one with ROLE=api or ROLE=all.\n`);
  }
}

/** Express changes `url` for what is mounted, and keeps the whole in `originalUrl`. */
function pathOf({ url, originalUrl }: IncomingMessage & { originalUrl?: string }): string {
  const [path = '/'] = (originalUrl ?? url ?? '/').split('?', 1);
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
