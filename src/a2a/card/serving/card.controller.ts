import { Controller, Get, Head, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { type HttpRequest, type HttpResponse, nodeRequest, nodeResponse } from '../../net/http-message.js';
import { StatusExceptionFilter } from '../../net/status-exception.filter.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { DEFAULT_CARD_MAX_AGE_S } from '../../options/card-options.js';
import { CardDocuments } from './card-documents.service.js';
import { CardGuard } from './card.guard.js';
import { leadTo } from './place.js';
import { serveBytes, type Serving } from './served-bytes.js';

/** Where every agent serves its card (section 8.2). */
export const CARD_PATH = '/.well-known/agent-card.json';

/** Where agents served it before version 0.3. */
const OLD_PATH = '/.well-known/agent.json';

/** What a guarded card may be kept by: the one who has proven that it may see it, who asks each time. */
const GUARDED_CACHE = 'private, no-cache';

/** Serves the public card with the headers that let callers keep it (section 8.6). */
@Controller()
@UseFilters(StatusExceptionFilter)
export class CardController {
  private readonly serving: Serving;

  constructor(
    private readonly documents: CardDocuments,
    @Inject(A2A_OPTIONS) { card }: A2AOptions,
  ) {
    this.serving = {
      path: CARD_PATH,
      contentType: 'application/json; charset=utf-8',
      cacheControl: card?.guarded
        ? GUARDED_CACHE
        : `public, max-age=${card?.maxAgeSeconds ?? DEFAULT_CARD_MAX_AGE_S}`,
    };
  }

  @Head(CARD_PATH)
  @UseGuards(CardGuard)
  head(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    this.get(request, response);
  }

  @Get(CARD_PATH)
  @UseGuards(CardGuard)
  get(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    serveBytes(this.documents.public, this.serving, nodeRequest(request), nodeResponse(response));
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
