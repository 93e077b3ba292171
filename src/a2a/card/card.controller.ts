import { Controller, Get, Head, Req } from '@nestjs/common';
import { type HttpRequest, nodeRequest } from '../net/http-message.js';
import { CardDocument } from './card-document.js';
import { matchesEntityTag } from './entity-tag.js';

/** Where every agent serves its card (section 8.2). */
export const CARD_PATH = '/.well-known/agent-card.json';

/** Serves the card with the headers that let callers keep it (section 8.6). */
@Controller(CARD_PATH)
export class CardController {
  constructor(private readonly document: CardDocument) {}

  @Head()
  head(@Req() request: HttpRequest): Response {
    return this.get(request);
  }

  @Get()
  get(@Req() request: HttpRequest): Response {
    const { bytes, etag } = this.document;
    const headers = { etag, 'cache-control': 'public, max-age=3600' };
    if (matchesEntityTag(nodeRequest(request).headers['if-none-match'], etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(bytes, {
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(bytes.byteLength),
      },
    });
  }
}
