import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const CHECK_MS = 50;
/** After the server has stopped listening, a request may still arrive on an open connection within this time. */
const ARRIVAL_MS = 200;
/** After the server has stopped listening, answers under way have this long. */
const PATIENCE_MS = 3_000;

/**
 * Keeps a shutdown from waiting for connections that nobody uses: a server that closes does not end those on
 * which no request has come yet, such as browsers and connection pools open in advance.
 */
@Injectable()
export class ConnectionDrain implements OnModuleInit, BeforeApplicationShutdown {
  private readonly unused = new Set<Socket>();

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    this.server?.on('connection', (socket: Socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    this.server?.on('request', ({ socket }: IncomingMessage) => this.unused.delete(socket));
  }

  beforeApplicationShutdown(): void {
    const { server } = this;
    if (!server) {
      return;
    }
    let closedForMs = 0;
    const timer = setInterval(() => {
      closedForMs += server.listening ? 0 : CHECK_MS;
      if (closedForMs >= ARRIVAL_MS) {
        this.unused.forEach((socket) => socket.destroy());
      }
      if (closedForMs >= PATIENCE_MS) {
        clearInterval(timer);
        server.closeAllConnections();
      }
    }, CHECK_MS);
    timer.unref();
  }

  /** In a process without HTTP there is none. */
  private get server(): Server | undefined {
    // Typed as always there; in an application context it is not.
    const adapter = this.host.httpAdapter as typeof this.host.httpAdapter | undefined;
    return adapter?.getHttpServer() as Server | undefined;
  }
}
