import { Injectable } from '@nestjs/common';
import { nodeRequest } from '../../net/http-message.js';
import { jsonAnswer } from '../../net/json/json-answer.js';
import { type JsonBody, parseJson, requireFinite, requireJson, tooDeep } from '../calls/body/json-body.js';
import { MAX_DEPTH } from '../calls/body/json-extent.js';
import { invalidRequest } from '../calls/failure.js';
import { Failures } from '../calls/failures.service.js';
import { HttpCalls, type HttpExchange } from '../calls/http-calls.service.js';
import {
  EnvelopeError,
  errorResponse,
  httpStatusOf,
  type JsonRpcCall,
  type JsonRpcResponse,
  readCall,
  resultResponse,
} from './json-rpc-envelope.js';

/** What violations call the parameters. */
const PARAMS = 'params';
/** The envelope around the parameters is a level of its own. */
const MAX_CALL_DEPTH = MAX_DEPTH + 1;

/** As the framework says it of an object. */
const JSON_TYPE = 'application/json; charset=utf-8';

/** A JSON-RPC answer for HTTP: an object is sent as JSON with status 200, a web response as it is. */
export type HttpAnswer = JsonRpcResponse | Response;

/** The binding on HTTP: a call is read from the body of a POST, and its answer put into an envelope. */
@Injectable()
export class JsonRpcEndpoint {
  constructor(
    private readonly calls: HttpCalls,
    private readonly failures: Failures,
  ) {}

  /** Answers a POST. Never throws for what a caller has sent. */
  async answer(exchange: HttpExchange): Promise<HttpAnswer> {
    try {
      requireJson(nodeRequest(exchange.request));
      const body = await this.calls.body(exchange.request, PARAMS);
      return await this.run(readCall(parseJson(body.text)), body, exchange);
    } catch (error) {
      return failed(
        error instanceof EnvelopeError ? error : new EnvelopeError(null, this.failures.of(error)),
      );
    }
  }

  /** Answers any verb but POST. */
  refuseVerb(): HttpAnswer {
    return failed(new EnvelopeError(null, invalidRequest('calls are sent by POST', 405, { allow: 'POST' })));
  }

  /** @throws EnvelopeError */
  private async run(
    { id, method, params }: JsonRpcCall,
    body: JsonBody,
    exchange: HttpExchange,
  ): Promise<HttpAnswer> {
    try {
      requireCallable(body, params);
      const answer = await this.calls.run(method, params, exchange);
      if ('result' in answer) {
        return jsonAnswer(resultResponse(id, answer.result), JSON_TYPE);
      }
      if ('card' in answer) {
        return resultResponse(id, answer.card.card);
      }
      // Every event is a whole response with the id of the call (section 9.4.2).
      const wire = {
        event: (response: object) => resultResponse(id, response),
        failure: (failure: Parameters<typeof errorResponse>[1]) => errorResponse(id, failure),
      };
      return this.calls.stream(answer.stream, wire, exchange);
    } catch (error) {
      throw new EnvelopeError(id, this.failures.of(error));
    }
  }
}

/** @throws Failure for what no call may be made with */
function requireCallable(body: JsonBody, params: unknown): void {
  if (body.depth > MAX_CALL_DEPTH) {
    throw tooDeep(PARAMS);
  }
  requireFinite(body, params);
}

/** An error with status 200 is sent like every answer. */
function failed({ id, failure }: EnvelopeError): HttpAnswer {
  const status = httpStatusOf(failure);
  if (status === 200) {
    return errorResponse(id, failure);
  }
  return new Response(JSON.stringify(errorResponse(id, failure)), {
    status,
    headers: { 'content-type': JSON_TYPE, ...failure.headers },
  });
}
