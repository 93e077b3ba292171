import { Socket } from 'node:net';
import pg, { type Client, type ClientConfig } from 'pg';

/** A connection that is ended at once, whatever it waits for. */
export interface EndableClient {
  readonly client: Client;
  /** Takes the connection down without a word to the server; whatever waits for an answer fails with this reason. */
  readonly destroy: (reason?: string) => void;
}

/** @returns a client that is not connected yet */
export function newClient(config: ClientConfig): EndableClient {
  // pg's own way to end waits for the server while a connection is being made, or when it does not answer.
  const socket = new Socket();
  // Nobody else listens until the client connects.
  socket.on('error', () => undefined);
  const client = new pg.Client({ ...config, stream: () => socket });
  return {
    client,
    destroy: (reason = 'The connection was closed') => void socket.destroy(new Error(reason)),
  };
}
