import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ResponseStream } from '../../operations/response-stream.js';
import { A2AError, InvalidParamsError } from '../../protocol/index.js';
import {
  errorResponse,
  type JsonRpcCall,
  type JsonRpcId,
  type JsonRpcResponse,
  resultResponse,
} from './wire/json-rpc-envelope.js';
import { internalError, knownError, methodNotFound, shuttingDown } from './wire/json-rpc-error.js';
import { JsonRpcMethods, type MethodContext } from './json-rpc-methods.js';

/** The version of the protocol that this binding speaks, and how it is asked for. */
const VERSION = '1.0';
const VERSION_PATTERN = /^1\.0(\.\d+)?$/;

/** What a call is answered with: one response, or a stream of them. */
export type JsonRpcAnswer = JsonRpcResponse | ResponseStream;

/** Whether the answer is a stream. */
export function isStream(answer: JsonRpcAnswer): answer is ResponseStream {
  return typeof answer === 'function';
}

/** Turns calls into operations and their outcomes into responses. Knows nothing of HTTP. */
@Injectable()
export class JsonRpcDispatcher {
  private readonly logger = new Logger(JsonRpcDispatcher.name);

  constructor(private readonly methods: JsonRpcMethods) {}

  /**
   * Runs a call. Never throws: what goes wrong before the first event of a stream is a response too.
   *
   * @param version the protocol version that the caller asks for
   */
  async dispatch(call: JsonRpcCall, version: string, context: MethodContext): Promise<JsonRpcAnswer> {
    try {
      requireVersion(version);
      const method = this.methods.get(call.method);
      if (!method) {
        throw methodNotFound();
      }
      const params = requireObject(call.params);
      return method.kind === 'stream'
        ? await method.open(params, context)
        : resultResponse(call.id, await method.call(params, context));
    } catch (error) {
      return context.caller.signal.aborted && !knownError(error)
        ? errorResponse(call.id, shuttingDown())
        : this.failure(call.id, error);
    }
  }

  /** The response for an error; what the caller may not know is logged under an id that the caller gets. */
  failure(id: JsonRpcId, error: unknown): JsonRpcResponse {
    const known = knownError(error);
    if (known) {
      return errorResponse(id, known);
    }
    const correlationId = randomUUID();
    const stack = error instanceof Error ? error.stack : undefined;
    this.logger.error(`Internal error ${correlationId}: ${String(error)}`, stack);
    return errorResponse(id, internalError(correlationId));
  }
}

/** Callers of version 0.3 name none (section 3.6.2), so silence is no consent. */
function requireVersion(version: string): void {
  if (!VERSION_PATTERN.test(version)) {
    throw new A2AError(
      'VERSION_NOT_SUPPORTED',
      `This interface speaks A2A ${VERSION}. Send the header \`A2A-Version: ${VERSION}\`.`,
      { supportedVersions: VERSION },
    );
  }
}

function requireObject(params: unknown): object {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new InvalidParamsError([{ field: 'params', description: 'must be an object' }]);
  }
  return params;
}
