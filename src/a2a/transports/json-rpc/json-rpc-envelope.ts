import { type Failure, invalidRequest } from '../calls/failure.js';

/** What a request may be told apart by: kept with its type, `0`, `""` and null included. */
export type JsonRpcId = string | number | null;

/** A well-formed call. */
export interface JsonRpcCall {
  readonly id: JsonRpcId;
  readonly method: string;
  /** `{}` when the call has none. */
  readonly params: unknown;
}

/** An answer as it goes out. */
export type JsonRpcResponse = { jsonrpc: '2.0'; id: JsonRpcId } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: readonly object[] } }
);

/** A call that ends in an error, or a request that is no call; the id is echoed where it could be told. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';

  constructor(
    readonly id: JsonRpcId,
    readonly failure: Failure,
  ) {
    super(failure.message);
  }
}

/**
 * Reads a body as one call (JSON-RPC 2.0, section 4).
 *
 * @throws EnvelopeError with -32600 for what is no call
 */
export function readCall(envelope: unknown): JsonRpcCall {
  if (Array.isArray(envelope)) {
    throw refuse(null, 'Batches are not part of A2A; send one call per request');
  }
  if (typeof envelope !== 'object' || envelope === null) {
    throw refuse(null, 'a call is a JSON object with jsonrpc, id, method and params');
  }
  const { jsonrpc, id, method, params } = envelope as Record<string, unknown>;
  if (id === undefined) {
    throw refuse(null, 'notifications are not part of A2A; add an id');
  }
  if (!isId(id)) {
    throw refuse(null, 'the id must be a string, a safe number or null');
  }
  if (jsonrpc !== '2.0') {
    throw refuse(id, 'jsonrpc must be "2.0"');
  }
  if (typeof method !== 'string') {
    throw refuse(id, 'method must be a string such as "SendMessage"');
  }
  return { id, method, params: params ?? {} };
}

/** The id of what may be a call; null where it has none that could be echoed. */
export function idOf(envelope: unknown): JsonRpcId {
  const { id } = (envelope ?? {}) as { id?: unknown };
  return isId(id) ? id : null;
}

/** The answer that carries a result. */
export function resultResponse(id: JsonRpcId, result: unknown): JsonRpcResponse {
  return { jsonrpc: '2.0', id, result };
}

/** The answer that carries an error. */
export function errorResponse(id: JsonRpcId, { codes, message, details }: Failure): JsonRpcResponse {
  const error = { code: codes.jsonRpc, message, ...(details.length > 0 && { data: details }) };
  return { jsonrpc: '2.0', id, error };
}

/** What proxies, browsers and retrying clients act upon; any other error is the binding's own matter. */
const TELLING_STATUSES: ReadonlySet<number> = new Set([401, 403, 405, 413, 415, 429, 503]);

/** The HTTP status of an answer that carries an error: 200, unless HTTP clients know what to do about it. */
export function httpStatusOf({ codes: { http } }: Failure): number {
  return TELLING_STATUSES.has(http) ? http : 200;
}

/** A number that would not be echoed as it came is no id. */
function isId(value: unknown): value is JsonRpcId {
  return (
    value === null ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  );
}

function refuse(id: JsonRpcId, why: string): EnvelopeError {
  return new EnvelopeError(id, invalidRequest(why));
}
