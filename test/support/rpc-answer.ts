/** What a JSON-RPC answer holds besides its result. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

/** A JSON-RPC answer. */
export interface RpcAnswer<T = unknown> {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: T;
  readonly error?: RpcError;
}
