import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { ownPort } from './own-port.js';

const KEY_ID = 'key-1';

/** An OAuth issuer on this machine: metadata, keys, and tokens of any kind. Serves nothing until `open`. */
export class TokenIssuer {
  private server?: Server;

  private constructor(
    readonly issuer: string,
    readonly audience: string,
    private readonly port: number,
    private readonly keys: GenerateKeyPairResult,
    private readonly strangers: GenerateKeyPairResult,
  ) {}

  static async create(audience: string): Promise<TokenIssuer> {
    const port = await ownPort();
    const pair = () => generateKeyPair('RS256', { extractable: true });
    return new TokenIssuer(`http://127.0.0.1:${port}`, audience, port, await pair(), await pair());
  }

  async open(): Promise<void> {
    const jwk = { ...(await exportJWK(this.keys.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: this.issuer, jwks_uri: `${this.issuer}/jwks` },
      '/jwks': { keys: [jwk] },
    };
    this.server = createServer(({ url = '' }, response) => {
      const document = documents[url];
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(document ?? {}));
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
  }

  /** A token that is good unless a claim says otherwise. */
  token(subject: string, claims: JWTPayload = {}, lifetimeS = 600): Promise<string> {
    return this.claims(subject, claims, lifetimeS)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign(this.keys.privateKey);
  }

  /** A token signed with a key that is not the issuer's, under the name of one that is. */
  forged(subject: string): Promise<string> {
    return this.claims(subject)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign(this.strangers.privateKey);
  }

  /** A token whose HMAC secret is the issuer's public key: what confused verifiers accept. */
  async confused(subject: string): Promise<string> {
    const secret = new TextEncoder().encode(await exportSPKI(this.keys.publicKey));
    return this.claims(subject).setProtectedHeader({ alg: 'HS256', kid: KEY_ID }).sign(secret);
  }

  /** A token without a signature (`alg: none`). */
  unsigned(subject: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: this.audience, sub: subject, iat: now, exp: now + 600 };
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${encode({ alg: 'none', typ: 'JWT', kid: KEY_ID })}.${encode(claims)}.`;
  }

  private claims(subject: string, claims: JWTPayload = {}, lifetimeS = 600): SignJWT {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: this.issuer,
      aud: this.audience,
      sub: subject,
      iat: now,
      exp: now + lifetimeS,
      ...claims,
    });
  }
}
