import type { IncomingMessage, Server } from 'node:http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { queryOf } from '../../calls/service-parameters.js';
import { HTTP_JSON_BASE } from '../http-json-base.js';
import { pathBelow, pathOf } from './request-path.js';

/**
 * Web servers refuse a path that can not be decoded before a controller sees it, each in words of its own. Such a
 * path is encoded once more here, so that it arrives and is refused in the words of the binding. One that names the
 * host too, which they read in ways of their own, is cut to the rest.
 */
@Injectable()
export class UndecodablePaths implements OnModuleInit {
  private readonly noted = new WeakSet<IncomingMessage>();

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(HTTP_JSON_BASE) private readonly base: string,
  ) {}

  onModuleInit(): void {
    // Typed as always there; in an application context it is not.
    const adapter = this.host.httpAdapter as typeof this.host.httpAdapter | undefined;
    const server = adapter?.getHttpServer() as Server | undefined;
    server?.prependListener('request', (request: IncomingMessage) => this.look(request));
  }

  /** Whether the path of this request could not be decoded. */
  has(request: IncomingMessage): boolean {
    return this.noted.has(request);
  }

  private look(request: IncomingMessage): void {
    const { url = '' } = request;
    const path = pathOf(url);
    if (pathBelow(this.base, path) === undefined) {
      return;
    }
    if (path.includes('%') && !isDecodable(path)) {
      this.noted.add(request);
      request.url = path.replaceAll('%', '%25');
    } else if (!url.startsWith('/')) {
      // Routers cut the query off wrongly when the host is named too and there is something to escape.
      request.url = `${path}?${queryOf(url)}`;
    }
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
