import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { CardView } from '../../card/serving/card-view.js';
import { isNotModified } from '../../card/serving/conditional.js';
import { nodeRequest, nodeResponse } from '../../net/http-message.js';
import { jsonAnswer } from '../../net/json/json-answer.js';
import type { Failure } from '../calls/failure.js';
import { Failures } from '../calls/failures.service.js';
import { HttpCalls, type HttpExchange } from '../calls/http-calls.service.js';
import { HTTP_JSON_BASE } from './http-json-base.js';
import { pathBelow, pathOf } from './routing/request-path.js';
import { ROUTES } from './routing/route.js';
import { type Found, malformedPath, Router } from './routing/router.js';
import { UndecodablePaths } from './routing/undecodable-paths.service.js';
import { errorBody } from './wire/error-body.js';
import { answerType } from './wire/media-type.js';
import { BODY, readInput, withPath } from './wire/request-input.js';

/** The binding on HTTP: verb, path, query and body become a call, and its answer the body of the response. */
@Injectable()
export class HttpJsonEndpoint {
  private readonly router = new Router(ROUTES);

  constructor(
    private readonly calls: HttpCalls,
    private readonly failures: Failures,
    private readonly undecodable: UndecodablePaths,
    @Inject(HTTP_JSON_BASE) private readonly base: string,
  ) {}

  /**
   * Answers a request to any path below the interface. Never throws for what a caller has sent.
   *
   * @returns an object to be sent as JSON with status 200, or a web response
   */
  async answer(exchange: HttpExchange): Promise<object> {
    const { request, response } = exchange;
    const { headers } = nodeRequest(request);
    try {
      const answer = await this.run(exchange);
      if ('stream' in answer) {
        // Clients know a failure by the type of its event; without it they take it for a response that says nothing.
        const wire = { event: (event: object) => event, failure: errorBody, failureType: 'error' };
        return this.calls.stream(answer.stream, wire, exchange);
      }
      const outgoing = nodeResponse(response);
      const type = answerType(headers.accept);
      if ('card' in answer) {
        return cardAnswer(answer.card, type, headers);
      }
      outgoing.setHeader('content-type', type);
      outgoing.setHeader('cache-control', NO_STORE);
      return jsonAnswer(answer.result as object, `${type}; charset=utf-8`);
    } catch (error) {
      return failed(this.failures.of(error), headers.accept);
    }
  }

  private async run(exchange: HttpExchange): ReturnType<HttpCalls['run']> {
    const incoming = nodeRequest(exchange.request);
    const { route, params } = this.find(incoming);
    const input = await readInput(route, incoming, () => this.calls.body(exchange.request, BODY));
    return this.calls.run(route.operation, withPath(input, params), exchange);
  }

  /** @throws Failure */
  private find(request: ReturnType<typeof nodeRequest>): Found {
    if (this.undecodable.has(request)) {
      throw malformedPath();
    }
    const path = pathBelow(this.base, pathOf(request.url ?? ''));
    return this.router.find(request.method ?? '', path ?? '');
  }
}

/** What is told to one caller at one moment is of no use to a cache. */
const NO_STORE = 'no-store';

/** What is for the eyes of one caller is asked for again each time, and answered with nothing where it is the same. */
function cardAnswer({ bytes, etag }: CardView, type: string, asked: IncomingHttpHeaders): Response {
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Authorization',
  };
  return isNotModified(asked, { etag })
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { headers: { ...headers, 'content-type': type } });
}

function failed(failure: Failure, accept: string | undefined): Response {
  return new Response(JSON.stringify(errorBody(failure)), {
    status: failure.codes.http,
    headers: { 'content-type': answerType(accept), 'cache-control': NO_STORE, ...failure.headers },
  });
}
