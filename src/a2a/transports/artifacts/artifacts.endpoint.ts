import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { matchesEntityTag } from '../../card/serving/conditional.js';
import type { ContentDescription } from '../../datastore/ports/index.js';
import { nodeRequest, nodeResponse } from '../../net/http-message.js';
import { StreamDrain } from '../../net/stream-drain.js';
import {
  type ArtifactContent,
  type ArtifactContentRequest,
  GetArtifactContent,
} from '../../operations/contents/get-artifact-content.operation.js';
import { ARTIFACT_PATH } from '../../options/artifact-options.js';
import { principalOf } from '../../security/principal-of.js';
import { Failure, invalidRequest, methodNotFound } from '../calls/failure.js';
import { Failures } from '../calls/failures.service.js';
import type { HttpExchange } from '../calls/http-calls.service.js';
import { boundTo } from '../calls/operation-calls.service.js';
import { pathBelow, pathOf } from '../http-json/routing/request-path.js';
import { UndecodablePaths } from '../http-json/routing/undecodable-paths.service.js';
import { isForRange, requestedRange } from './byte-range.js';
import { contentHeaders, entityTagOf, mediaTypeOf } from './content-headers.js';
import { contentStream } from './content-stream.js';

/** What a path names. */
type Place = ArtifactContentRequest & { readonly tenant?: string };

/** Serves contents that the agent keeps (RFC 9110): whole, a range of them, or what is to be known of them. */
@Injectable()
export class ArtifactsEndpoint {
  constructor(
    private readonly operation: GetArtifactContent,
    private readonly drain: StreamDrain,
    private readonly failures: Failures,
    private readonly undecodable: UndecodablePaths,
    @Inject(ARTIFACT_PATH) private readonly base: string,
  ) {}

  /**
   * Answers a request to any path below the one of contents.
   *
   * @throws Failure, A2AError, PermissionDeniedError, RetryLaterError
   */
  async answer(exchange: HttpExchange): Promise<Response> {
    const request = nodeRequest(exchange.request);
    const place = this.placeOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw invalidRequest('this path takes GET, HEAD', 405, { allow: 'GET, HEAD' });
    }
    const { signal } = new AbortController();
    const caller = boundTo({ principal: principalOf(exchange.request), signal }, place.tenant);
    const content = await this.operation.execute(caller, place);
    const { description } = content;
    const headers = contentHeaders(description);
    if (matchesEntityTag(request.headers['if-none-match'], entityTagOf(description))) {
      return new Response(null, { status: 304, headers });
    }
    return request.method === 'HEAD'
      ? this.head(exchange, description)
      : this.body(exchange, content, request.headers);
  }

  private head({ response }: HttpExchange, description: ContentDescription): Response {
    nodeResponse(response).setHeader('content-type', mediaTypeOf(description));
    const headers = { ...contentHeaders(description), 'content-length': `${description.bytes}` };
    return new Response(null, { headers });
  }

  private async body(
    { response }: HttpExchange,
    content: ArtifactContent,
    asked: IncomingMessage['headers'],
  ): Promise<Response> {
    const { description } = content;
    const { bytes } = description;
    const ifRange = asked['if-range'] as string | undefined;
    const range = isForRange(ifRange, entityTagOf(description))
      ? requestedRange(asked.range, bytes)
      : 'whole';
    if (range === 'unsatisfiable') {
      throw rangeNotSatisfiable(bytes);
    }
    const { from, to } = range === 'whole' ? { from: 0, to: bytes - 1 } : range;
    const outgoing = nodeResponse(response);
    const stream = contentStream(await content.open({ from, to }), {
      drain: this.drain,
      response: outgoing,
      // Not with the other headers: the web server adds a character set of its own choice there.
      onBegin: () => outgoing.setHeader('content-type', mediaTypeOf(description)),
      onFailure: (error) => void this.failures.of(error),
    });
    return new Response(stream, {
      status: range === 'whole' ? 200 : 206,
      headers: {
        ...contentHeaders(description),
        'content-length': `${to - from + 1}`,
        ...(range !== 'whole' && { 'content-range': `bytes ${from}-${to}/${bytes}` }),
      },
    });
  }

  /** @throws Failure for a path that is none of a content */
  private placeOf(request: IncomingMessage): Place {
    const path = this.undecodable.has(request) ? undefined : pathBelow(this.base, pathOf(request.url ?? ''));
    const segments = (path ?? '').split('/').map(decodeURIComponent);
    const [contentId, taskId, tenant] = segments.toReversed();
    if (!contentId || !taskId || tenant === '' || segments.length > 3) {
      throw methodNotFound('There is nothing at this path. Read a task for the URLs of its artifacts.');
    }
    return { tenant, taskId, contentId };
  }
}

function rangeNotSatisfiable(bytes: number): Failure {
  const codes = {
    jsonRpc: -32600,
    http: 416,
    status: 'INVALID_ARGUMENT',
    reason: 'RANGE_NOT_SATISFIABLE',
  } as const;
  return new Failure(codes, `The content has ${bytes} bytes. Ask for a range within them.`, [], {
    'content-range': `bytes */${bytes}`,
  });
}
