import type { Server } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const CHECK_MS = 250;
/** After the server has stopped listening, answers under way have this long. */
const PATIENCE_MS = 3_000;

/**
 * Keeps a shutdown from waiting for connections that nobody uses: a server that closes does not end those on
 * which no request has come yet, such as browsers and connection pools open in advance.
 */
@Injectable()
export class ConnectionDrain implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  /** In a process without HTTP there is nothing to do. */
  beforeApplicationShutdown(): void {
    // Typed as always there; in an application context it is not.
    const adapter = this.host.httpAdapter as typeof this.host.httpAdapter | undefined;
    const server = adapter?.getHttpServer() as Server | undefined;
    if (!server) {
      return;
    }
    let closedForMs = 0;
    const timer = setInterval(() => {
      closedForMs += server.listening ? 0 : CHECK_MS;
      if (closedForMs >= PATIENCE_MS) {
        clearInterval(timer);
        server.closeAllConnections();
      }
    }, CHECK_MS);
    timer.unref();
  }
}
