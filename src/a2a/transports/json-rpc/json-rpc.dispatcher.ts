import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DatastoreHealth } from '../../datastore/lifecycle/datastore-health.service.js';
import type { ResponseStream } from '../../operations/response-stream.js';
import { A2AError, InvalidParamsError } from '../../protocol/index.js';
import {
  EnvelopeError,
  type JsonRpcCall,
  type JsonRpcId,
  type JsonRpcResponse,
  resultResponse,
} from './wire/json-rpc-envelope.js';
import {
  internalError,
  type JsonRpcError,
  knownError,
  methodNotFound,
  shuttingDown,
  unavailable,
} from './wire/json-rpc-error.js';
import { JsonRpcMethods, type MethodContext } from './json-rpc-methods.js';

/** The version of the protocol that this binding speaks, and how it is asked for. */
const VERSION = '1.0';
const VERSION_PATTERN = /^1\.0(\.\d+)?$/;

/** What a call is answered with: one response, a stream of them, or an error. */
export type JsonRpcAnswer = JsonRpcResponse | ResponseStream | EnvelopeError;

/** Whether the answer is a stream. */
export function isStream(answer: JsonRpcAnswer): answer is ResponseStream {
  return typeof answer === 'function';
}

/** Turns calls into operations and their outcomes into responses. Knows nothing of HTTP. */
@Injectable()
export class JsonRpcDispatcher {
  private readonly logger = new Logger(JsonRpcDispatcher.name);

  constructor(
    private readonly methods: JsonRpcMethods,
    private readonly datastore: DatastoreHealth,
  ) {}

  /**
   * Runs a call. Never throws: what goes wrong before the first event of a stream is an answer too.
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
      if (knownError(error)) {
        return this.failure(call.id, error);
      }
      if (context.caller.signal.aborted) {
        return new EnvelopeError(call.id, shuttingDown());
      }
      if (!this.datastore.explains(error)) {
        // Not every error of a lost connection can be told by its looks, and the last ping was before it.
        await this.datastore.check();
      }
      return this.failure(call.id, error);
    }
  }

  /** The answer to an error; what the caller may not know is logged under an id that the caller gets. */
  failure(id: JsonRpcId, error: unknown): EnvelopeError {
    if (error instanceof EnvelopeError) {
      return error;
    }
    return new EnvelopeError(id, knownError(error) ?? this.logged(error));
  }

  private logged(error: unknown): JsonRpcError {
    const correlationId = randomUUID();
    if (this.datastore.explains(error)) {
      this.logger.warn(`The datastore is away (${correlationId}): ${String(error)}`);
      return unavailable(correlationId);
    }
    const stack = error instanceof Error ? error.stack : undefined;
    this.logger.error(`Internal error ${correlationId}: ${String(error)}`, stack);
    return internalError(correlationId);
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
