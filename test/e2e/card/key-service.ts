import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { webcrypto } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { ownPort } from '../../support/own-port.js';

const KEY_ID = 'kept-elsewhere';
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' };

/** What the service says of itself when it fails: for its own operators, and for nobody who asks for a card. */
export const SAID = 'vault-7.corp.internal: lease of unit 4711 has run out';

/** What becomes of a request to sign. */
type Conduct = 'signs' | 'refuses' | 'signs something else' | 'hangs up';

/** A service that holds the key of a card and signs with it, over HTTP. */
export class KeyService {
  conduct: Conduct = 'signs';
  /** How often it was asked to sign, whatever it did then. */
  asked = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly privateKey: webcrypto.CryptoKey,
    private readonly jwk: JWK,
  ) {}

  static async open(): Promise<KeyService> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'ES256' };
    const server = createServer();
    const port = await ownPort();
    const service = new KeyService(server, `http://127.0.0.1:${port}`, privateKey, jwk);
    server.on('request', (request, response) => {
      void buffer(request).then((body) => service.answer(request.url ?? '', body, response));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return service;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(path: string, input: Buffer, response: ServerResponse): Promise<void> {
    if (path === '/keys') {
      response.end(JSON.stringify({ keys: [this.jwk] }));
      return;
    }
    this.asked += 1;
    switch (this.conduct) {
      case 'signs':
        response.end(await this.sign(input));
        return;
      case 'refuses':
        response.writeHead(500).end(SAID);
        return;
      case 'signs something else':
        response.end(await this.sign(Buffer.from('something else')));
        return;
      case 'hangs up':
        response.destroy();
    }
  }

  private async sign(input: Buffer): Promise<Buffer> {
    return Buffer.from(await webcrypto.subtle.sign(ALGORITHM, this.privateKey, input));
  }
}
