import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that a test can cut and mend, or hold up. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly ways = new Set<readonly [from: Socket, to: Socket]>();
  private paused = false;

  private constructor(
    private server: Server,
    readonly port: number,
    private readonly target: URL,
  ) {}

  /** @param target such as `postgres://user@host:5432/name`, or one with its socket's folder as `?host=` */
  static async open(target: string): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy(server, (server.address() as AddressInfo).port, new URL(target));
    server.on('connection', (socket) => proxy.pipe(socket));
    return proxy;
  }

  /** The target's address, by way of the proxy. */
  get url(): string {
    const { username, password, pathname } = this.target;
    const user = username && `${username}${password && `:${password}`}@`;
    return `${this.target.protocol}//${user}127.0.0.1:${this.port}${pathname}`;
  }

  /** Breaks every connection, and refuses new ones. */
  async cut(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    this.server = createServer((socket) => this.pipe(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Lets nothing through any more: connections stay, new ones are taken, and nobody answers. */
  pause(): void {
    this.paused = true;
    for (const [from, to] of this.ways) from.unpipe(to).pause();
  }

  resume(): void {
    this.paused = false;
    for (const [from, to] of this.ways) from.pipe(to);
  }

  private connect(): Socket {
    const port = Number(this.target.port || 5432);
    const folder = this.target.searchParams.get('host') ?? decodeURIComponent(this.target.hostname);
    return folder.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(port, folder.replace(/^\[|\]$/g, ''));
  }

  private pipe(from: Socket): void {
    const to = this.connect();
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const way = [one, other] as const;
      this.sockets.add(one);
      this.ways.add(way);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        this.ways.delete(way);
        other.destroy();
      });
      if (!this.paused) one.pipe(other);
    }
  }
}
