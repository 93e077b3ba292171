import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns a port that was free a moment ago: the card must name it before the server listens on it */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
