import { Injectable } from '@nestjs/common';
import { AgentExtensions } from '../../card/content/agent-extensions.js';
import type { Caller } from '../../operations/caller.js';
import { A2AError, InvalidParamsError } from '../../protocol/index.js';
import { methodNotFound } from './failure.js';
import { Failures } from './failures.service.js';
import { type CallAnswer, OperationCalls } from './operation-calls.service.js';
import type { ServiceParameters } from './service-parameters.js';

/** The version of the protocol that is spoken here, and how it is asked for. */
const VERSION = '1.0';
const VERSION_PATTERN = /^1\.0(\.\d+)?$/;

/** A call as every binding reads it from the wire. */
export interface Call {
  /** The name of the operation (section 5.3). */
  readonly operation: string;
  /** Not checked yet. */
  readonly params: unknown;
  readonly service: ServiceParameters;
  readonly caller: Caller;
}

/** Turns calls into operations, the same for every binding. Knows nothing of HTTP. */
@Injectable()
export class CallRunner {
  constructor(
    private readonly operations: OperationCalls,
    private readonly extensions: AgentExtensions,
    private readonly failures: Failures,
  ) {}

  /** @throws Failure and nothing else, before the first event of a stream too */
  async run({ operation, params, service, caller }: Call): Promise<CallAnswer> {
    try {
      requireVersion(service.version);
      const call = this.operations.get(operation);
      if (!call) {
        throw methodNotFound();
      }
      this.requireExtensions(service.extensions);
      requireObject(params);
      return await call(params, { caller, lastEventId: service.lastEventId });
    } catch (error) {
      throw await this.failures.ofCall(error, caller.signal);
    }
  }

  /** @throws A2AError when the caller does not speak what the agent must have spoken (section 4.6) */
  private requireExtensions(uris: readonly string[]): void {
    const missing = this.extensions.missingFrom(uris);
    if (missing.length > 0) {
      throw new A2AError(
        'EXTENSION_SUPPORT_REQUIRED',
        `This agent needs callers to speak ${missing.join(', ')}. Name it in the header \`A2A-Extensions\`.`,
        { missingExtensions: missing.join(',') },
      );
    }
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

function requireObject(params: unknown): void {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new InvalidParamsError([{ field: 'params', description: 'must be an object' }]);
  }
}
