import { Inject, Injectable } from '@nestjs/common';
import { eventStream } from '../../net/event-stream.js';
import { type HttpRequest, type HttpResponse, nodeRequest, nodeResponse } from '../../net/http-message.js';
import { readText, RequestBodyError } from '../../net/request-body.js';
import { responseSignal } from '../../net/response-signal.js';
import { sseFrame } from '../../net/sse-frame.js';
import { StreamDrain } from '../../net/stream-drain.js';
import type { ResponseStream } from '../../operations/response-stream.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import { principalOf } from '../../security/principal-of.js';
import { jsonDepth, MAX_DEPTH } from './wire/json-depth.js';
import {
  EnvelopeError,
  errorResponse,
  type JsonRpcCall,
  type JsonRpcId,
  type JsonRpcResponse,
  readCall,
  resultResponse,
  retryHeaders,
} from './wire/json-rpc-envelope.js';
import { invalidParams, invalidRequest, parseError } from './wire/json-rpc-error.js';
import { isStream, JsonRpcDispatcher } from './json-rpc.dispatcher.js';
import { declaresJson, lastEventIdOf, versionOf } from './wire/json-rpc.request.js';

/** Deeper than this a body is not even parsed, and so its id not known. */
const MAX_PARSED_DEPTH = 10_000;

/** A JSON-RPC answer for HTTP: an object is sent as JSON with status 200, a web response as it is. */
export type HttpAnswer = JsonRpcResponse | Response;

/** The binding on HTTP: body, headers and streams around the dispatcher. */
@Injectable()
export class JsonRpcEndpoint {
  private readonly limits: Limits;

  constructor(
    private readonly dispatcher: JsonRpcDispatcher,
    private readonly drain: StreamDrain,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
  }

  /** Answers a POST. Never throws for what a caller has sent. */
  async answer(request: HttpRequest, response: HttpResponse): Promise<HttpAnswer> {
    const incoming = nodeRequest(request);
    if (!declaresJson(incoming)) {
      return jsonResponse(
        415,
        invalidRequest('send it as content-type application/json in UTF-8, uncompressed'),
      );
    }
    try {
      return await this.run(this.read(await readText(request, this.limits.maxBodyBytes)), request, response);
    } catch (error) {
      return error instanceof RequestBodyError
        ? refuseBody(error)
        : failed(this.dispatcher.failure(null, error));
    }
  }

  /** Answers any verb but POST. */
  refuseVerb(): Response {
    return jsonResponse(405, invalidRequest('calls are sent by POST'), { allow: 'POST' });
  }

  private read(text: string): JsonRpcCall {
    const depth = jsonDepth(text, MAX_PARSED_DEPTH);
    if (depth > MAX_PARSED_DEPTH) {
      throw tooDeep(null);
    }
    const call = readCall(text);
    if (depth > MAX_DEPTH) {
      throw tooDeep(call.id);
    }
    return call;
  }

  private async run(call: JsonRpcCall, request: HttpRequest, response: HttpResponse): Promise<HttpAnswer> {
    const incoming = nodeRequest(request);
    const { signal, release } = responseSignal(nodeResponse(response), this.drain);
    const caller = { principal: principalOf(request), signal };
    const lastEventId = lastEventIdOf(incoming);
    const answer = await this.dispatcher.dispatch(call, versionOf(incoming), { caller, lastEventId });
    release();
    if (answer instanceof EnvelopeError) {
      return failed(answer);
    }
    return isStream(answer) ? this.stream(call.id, answer, response) : answer;
  }

  private stream(id: JsonRpcId, events: ResponseStream, response: HttpResponse): Response {
    return eventStream((signal) => frames(id, events(signal)), {
      heartbeatMs: this.limits.heartbeatMs,
      drain: this.drain,
      errorFrame: (error) => {
        const failure = this.dispatcher.failure(id, error);
        return sseFrame(JSON.stringify(errorResponse(failure.id, failure.error)));
      },
      response: nodeResponse(response),
    });
  }
}

/** Every event is a whole response with the id of the call (section 9.4.2). */
async function* frames(id: JsonRpcId, events: ReturnType<ResponseStream>): AsyncGenerator<string> {
  for await (const event of events) {
    yield sseFrame(JSON.stringify(resultResponse(id, event.response)), event.id);
  }
}

/** An error of the binding has status 200, one that a retry may mend a status that HTTP clients know. */
function failed({ id, error }: EnvelopeError): HttpAnswer {
  return error.later
    ? jsonResponse(error.later.httpStatus, error, retryHeaders(error), id)
    : errorResponse(id, error);
}

function tooDeep(id: JsonRpcId): EnvelopeError {
  const description = `must not nest arrays and objects deeper than ${MAX_DEPTH} levels`;
  return new EnvelopeError(id, invalidParams([{ field: 'params', description }]));
}

function refuseBody(error: RequestBodyError): HttpAnswer {
  if (error.fault === 'not-utf-8') {
    return errorResponse(null, parseError());
  }
  return jsonResponse(error.fault === 'too-large' ? 413 : 400, invalidRequest(error.message));
}

function jsonResponse(
  status: number,
  error: Parameters<typeof errorResponse>[1],
  headers: Record<string, string> = {},
  id: JsonRpcId = null,
): Response {
  return new Response(JSON.stringify(errorResponse(id, error)), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}
