import { Inject, Injectable } from '@nestjs/common';
import { AgentExtensions } from '../../card/content/agent-extensions.js';
import { eventStream } from '../../net/event-stream.js';
import { type HttpRequest, type HttpResponse, nodeRequest, nodeResponse } from '../../net/http-message.js';
import { responseSignal } from '../../net/response-signal.js';
import { sseFrame, sseGoodbye } from '../../net/sse-frame.js';
import { StreamDrain } from '../../net/stream-drain.js';
import type { ResponseStream } from '../../operations/response-stream.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { type Limits, limitsOf } from '../../options/limits.js';
import type { StreamResponse } from '../../protocol/index.js';
import { credentialsOf, principalOf } from '../../security/principal-of.js';
import { type JsonBody, readBody } from './body/json-body.js';
import { CallRunner } from './call-runner.service.js';
import type { Failure } from './failure.js';
import { Failures } from './failures.service.js';
import type { CallAnswer } from './operation-calls.service.js';
import { serviceParametersOf } from './service-parameters.js';

/** What the reader of a stream is told whose credentials count no longer. */
const CREDENTIALS_ENDED = 'your credentials count no longer, come back with new ones';

/** A request that the guard has let in, and the response that is to answer it. */
export interface HttpExchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/** How a binding writes what a stream holds. */
export interface StreamWire {
  event(response: StreamResponse): object;
  failure(failure: Failure): object;
  /** The type of the event that tells of a failure, where its data alone would not be known for one. */
  readonly failureType?: string;
}

/** What the bindings on HTTP share: bodies, callers, service parameters and streams around the calls. */
@Injectable()
export class HttpCalls {
  private readonly limits: Limits;

  constructor(
    private readonly runner: CallRunner,
    private readonly failures: Failures,
    private readonly extensions: AgentExtensions,
    private readonly drain: StreamDrain,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.limits = limitsOf(options);
  }

  /** The body, not parsed. @param field what a violation calls it @throws Failure for one that can not be taken */
  body(request: HttpRequest, field: string): Promise<JsonBody> {
    return readBody(request, field, this.limits);
  }

  /**
   * Runs an operation for whoever sent the request. The extensions that this activates are named in the headers
   * of the response (section 4.6).
   *
   * @throws Failure, before the first event of a stream too
   */
  async run(operation: string, params: unknown, { request, response }: HttpExchange): Promise<CallAnswer> {
    const service = serviceParametersOf(nodeRequest(request));
    const outgoing = nodeResponse(response);
    const { signal, release } = responseSignal(outgoing, this.drain);
    try {
      const caller = { principal: principalOf(request), signal };
      const answer = await this.runner.run({ operation, params, service, caller });
      const activated = this.extensions.activatedBy(service.extensions);
      if (activated.length > 0) {
        outgoing.setHeader('a2a-extensions', activated.join(', '));
      }
      return answer;
    } finally {
      release();
    }
  }

  /** Answers with the events of a stream as they come; what goes wrong on the way is its last event. */
  stream(events: ResponseStream, wire: StreamWire, { request, response }: HttpExchange): Response {
    const credentials = credentialsOf(request);
    return eventStream((signal) => this.frames(events, wire, signal), {
      heartbeatMs: this.limits.heartbeatMs,
      drain: this.drain,
      errorFrame: (error) => failureFrame(this.failures.of(error), wire),
      response: nodeResponse(response),
      watch: (end) =>
        credentials?.watch(this.limits.recheckMs, () => end(CREDENTIALS_ENDED)) ?? (() => undefined),
    });
  }

  /** @throws Failure and nothing else: an error is logged here, for a reader who has left is told of none */
  private async *frames(
    events: ResponseStream,
    wire: StreamWire,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    try {
      for await (const event of events(signal)) {
        yield 'comeBackMs' in event
          ? sseGoodbye('there is no more of this log, come back', event.comeBackMs)
          : sseFrame(JSON.stringify(wire.event(event.response)), { id: event.id });
      }
    } catch (error) {
      throw await this.failures.ofCall(error, signal);
    }
  }
}

/** A failure that passes asks its reader to come back, as the header Retry-After would. */
function failureFrame(failure: Failure, wire: StreamWire): string {
  const seconds = failure.headers['retry-after'];
  return sseFrame(JSON.stringify(wire.failure(failure)), {
    type: wire.failureType,
    retryMs: seconds === undefined ? undefined : Number(seconds) * 1_000,
  });
}
