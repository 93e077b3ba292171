import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** @returns a port that was free a moment ago: the card must name it before the server listens on it */
export async function freePort(): Promise<number> {
  return tryPort(0);
}

/**
 * Listens for a moment.
 *
 * @param port 0 for any
 * @param host every address unless set
 * @returns the port
 * @throws the system's error when the port can not be had: better now than when the first turn runs
 */
export async function tryPort(port: number, host?: string): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return taken;
}
