import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);

/**
 * What a pooler that lends connections by the transaction does to sessions that listen: notifications come when
 * no client has the connection, and reach nobody.
 */
export class TransactionPooler {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /** @param target a PostgreSQL URL with the folder of the server's socket, or a host and port */
  static async open(target: string): Promise<TransactionPooler> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pooler = new TransactionPooler(server, new URL(target));
    server.on('connection', (client) => pooler.serve(client));
    return pooler;
  }

  get url(): string {
    const { username, pathname } = this.target;
    return `postgres://${username}@127.0.0.1:${(this.server.address() as AddressInfo).port}${pathname}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(client: Socket): void {
    const port = Number(this.target.port || 5432);
    const host = decodeURIComponent(this.target.hostname);
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
    client.pipe(server);
    let rest = Buffer.alloc(0);
    server.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      // A message is its kind in one byte, then its length in four, which do not count the first.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] !== NOTIFICATION) client.write(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
    });
  }
}
