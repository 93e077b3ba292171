import { invalidRequest, JsonRpcError, parseError } from './json-rpc-error.js';

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
    readonly error: JsonRpcError,
  ) {
    super(error.message);
  }
}

/**
 * Reads a body as one call (JSON-RPC 2.0, section 4).
 *
 * @throws EnvelopeError with -32700 for what is no JSON and -32600 for what is no call
 */
export function readCall(text: string): JsonRpcCall {
  const envelope = parse(text);
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

/** The answer that carries a result. */
export function resultResponse(id: JsonRpcId, result: unknown): JsonRpcResponse {
  return { jsonrpc: '2.0', id, result };
}

/** How long the caller should wait before it tries again, as an HTTP header; none if that is of no use. */
export function retryHeaders({ later }: JsonRpcError): Record<string, string> {
  return later ? { 'retry-after': `${Math.ceil(later.retryAfterMs / 1_000)}` } : {};
}

/** The answer that carries an error. */
export function errorResponse(id: JsonRpcId, { code, message, data }: JsonRpcError): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EnvelopeError(null, parseError());
  }
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
