import { Controller, Get, Head, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import { type HttpRequest, type HttpResponse, nodeRequest, nodeResponse } from '../../net/http-message.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { DEFAULT_CARD_MAX_AGE_S } from '../../options/card-options.js';
import { KEY_SET_PATH } from '../signing/card-signer.service.js';
import { CardDocuments } from './card-documents.service.js';
import { serveBytes, type Serving } from './served-bytes.js';

/** Serves the keys that the agent's cards can be verified with (RFC 7517), for as long as the card may be kept. */
@Controller()
export class KeySetController {
  private readonly serving: Serving;

  constructor(
    private readonly documents: CardDocuments,
    @Inject(A2A_OPTIONS) { card }: A2AOptions,
  ) {
    this.serving = {
      path: KEY_SET_PATH,
      contentType: 'application/jwk-set+json',
      cacheControl: `public, max-age=${card?.maxAgeSeconds ?? DEFAULT_CARD_MAX_AGE_S}`,
    };
  }

  @Head(KEY_SET_PATH)
  head(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    this.get(request, response);
  }

  /** @throws NotFoundException when the cards are not signed */
  @Get(KEY_SET_PATH)
  get(@Req() request: HttpRequest, @Res() response: HttpResponse): void {
    const { keySet } = this.documents;
    if (!keySet) {
      throw new NotFoundException('This agent does not sign its card.');
    }
    serveBytes(keySet, this.serving, nodeRequest(request), nodeResponse(response));
  }
}
