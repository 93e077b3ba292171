import type { JWK } from 'jose';
import type { CardKeyProvider, CardKeys, SignatureAlgorithm, SigningKey } from '../../../../src/a2a/index.js';

/** Keys of a service that signs for whoever asks, and hands out no private key. */
export class RemoteCardKeys implements CardKeyProvider {
  /** @param url where `/keys` is a JWKS, and `/sign/<kid>` signs what is posted */
  constructor(private readonly url: string) {}

  /** @throws Error with what the service says */
  async keys(): Promise<CardKeys> {
    const { keys } = (await (await this.ask('/keys')).json()) as { keys: JWK[] };
    return { signing: keys.map((jwk) => this.keyOf(jwk)), published: [] };
  }

  private keyOf(jwk: JWK): SigningKey {
    const kid = jwk.kid!;
    return {
      kid,
      alg: jwk.alg as SignatureAlgorithm,
      publicJwk: jwk,
      sign: async (input) => {
        const answer = await this.ask(`/sign/${kid}`, { method: 'POST', body: Buffer.from(input) });
        return new Uint8Array(await answer.arrayBuffer());
      },
    };
  }

  private async ask(path: string, init?: RequestInit): Promise<Response> {
    const answer = await fetch(`${this.url}${path}`, init);
    if (!answer.ok) {
      throw new Error(`${this.url}${path} is answered with ${answer.status}: ${await answer.text()}`);
    }
    return answer;
  }
}
