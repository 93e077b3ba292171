import type { ServerResponse } from 'node:http';
import { Controller, Get, Head, Inject, Req, Res } from '@nestjs/common';
import { type HttpRequest, type HttpResponse, nodeRequest, nodeResponse } from '../../net/http-message.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { DEFAULT_CARD_MAX_AGE_S } from '../../options/card-options.js';
import { CardDocuments } from './card-documents.service.js';
import { isNotModified } from './conditional.js';
import { leadTo, placeOf } from './place.js';

/** Where every agent serves its card (section 8.2). */
export const CARD_PATH = '/.well-known/agent-card.json';

/** Where agents served it before version 0.3. */
const OLD_PATH = '/.well-known/agent.json';

/** Serves the public card with the headers that let callers keep it (section 8.6). */
@Controller()
export class CardController {
  private readonly cacheControl: string;

  constructor(
    private readonly documents: CardDocuments,
    @Inject(A2A_OPTIONS) { card }: A2AOptions,
  ) {
    this.cacheControl = `public, max-age=${card?.maxAgeSeconds ?? DEFAULT_CARD_MAX_AGE_S}`;
  }

  @Head(CARD_PATH)
  head(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    this.get(request, response);
  }

  /** Written to node's response itself: the card is asked for more often than anything else. */
  @Get(CARD_PATH)
  get(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    const incoming = nodeRequest(request);
    const outgoing = nodeResponse(response);
    // Web servers take other spellings of a path for the same; callers and caches do not.
    if (placeOf(incoming).path !== CARD_PATH) {
      leadTo(CARD_PATH, incoming, outgoing);
      return;
    }
    const { bytes, etag, lastModified } = this.documents.public;
    const headers = { etag, 'last-modified': lastModified, 'cache-control': this.cacheControl };
    if (isNotModified(incoming.headers, { etag, lastModified })) {
      outgoing.writeHead(304, headers).end();
      return;
    }
    outgoing.writeHead(200, { ...headers, 'content-type': JSON_TYPE, 'content-length': bytes.byteLength });
    endWith(bytes, incoming.method, outgoing);
  }

  @Head(OLD_PATH)
  oldHead(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    this.old(request, response);
  }

  /** Clients from before version 0.3 ask here. */
  @Get(OLD_PATH)
  old(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    leadTo(CARD_PATH, nodeRequest(request), nodeResponse(response));
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

function endWith(bytes: Uint8Array, method: string | undefined, response: ServerResponse): void {
  response.end(method === 'HEAD' ? undefined : bytes);
}
