import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A way to a server on which some texts of its answers become others of the same length. */
export class RewritingProxy {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param texts what becomes what, each as long as the other */
  static async open(target: number, texts: Readonly<Record<string, string>>): Promise<RewritingProxy> {
    const server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1');
      client.pipe(upstream);
      upstream.on('data', (chunk: Buffer) => {
        let text = chunk.toString('latin1');
        for (const [from, to] of Object.entries(texts)) text = text.replaceAll(from, to);
        client.write(text, 'latin1');
      });
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => other.destroy());
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RewritingProxy(server, (server.address() as AddressInfo).port);
  }

  close(): void {
    this.server.close();
  }
}
