import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { JWK } from 'jose';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import type { CardKeyProvider, CardKeys } from '../../options/card-keys.js';
import type { AgentCard } from '../../protocol/index.js';
import { CardError } from '../card-error.js';
import { FileCardKeys } from './keys/file-card-keys.js';
import { jwksOf } from './keys/published-keys.js';
import { signCard } from './sign-card.js';

/** Where the public halves of the keys are published. */
export const KEY_SET_PATH = '/.well-known/jwks.json';

/** Until when keys and signatures must be there. */
const ANSWER_MS = 10_000;

/** Signs the agent's own cards (section 8.4), if the options have keys for it. */
@Injectable()
export class CardSigner {
  private readonly provider?: CardKeyProvider;
  /** Others are to fetch keys over TLS only, so no other address is named (RFC 7515, section 4.1.2). */
  private readonly jku?: string;
  private loading?: Promise<CardKeys>;

  constructor(@Inject(A2A_OPTIONS) { card, publicUrl }: A2AOptions) {
    const keys = card?.signingKeys;
    const logger = new Logger('Card');
    this.provider = Array.isArray(keys)
      ? new FileCardKeys(keys, (line) => logger.warn(line))
      : (keys as CardKeyProvider | undefined);
    this.jku = publicUrl.startsWith('https:') ? `${publicUrl}${KEY_SET_PATH}` : undefined;
  }

  /**
   * @returns the card with a signature of every key in each canonical form that is in use; as it is without keys
   * @throws CardError when there is none that signs, or what holds them does not answer; KeyFileError and UnusableKeyError for keys that can not be used;
   *   whatever the provider of the keys throws
   */
  async sign(card: AgentCard): Promise<AgentCard> {
    if (!this.provider) {
      return card;
    }
    const { signing } = await this.keysOf(this.provider);
    return { ...card, signatures: await inTime(signCard(card, signing, { jku: this.jku })) };
  }

  /** @returns what others verify the cards with (RFC 7517); undefined when they are not signed */
  async publicKeys(): Promise<{ readonly keys: readonly JWK[] } | undefined> {
    return this.provider && jwksOf(await this.keysOf(this.provider));
  }

  /** They are read once; what could not be had is asked for again. */
  private keysOf(provider: CardKeyProvider): Promise<CardKeys> {
    this.loading ??= usable(provider).catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }
}

/** A service that does not answer must keep nobody waiting for ever. @throws CardError */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer,
      delay(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
        throw new CardError(`What holds card.signingKeys has not answered for ${ANSWER_MS / 1_000} s.`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

async function usable(provider: CardKeyProvider): Promise<CardKeys> {
  const keys = await inTime(provider.keys());
  if (keys.signing.length === 0) {
    throw new CardError(
      'card.signingKeys has no private key, so nothing can sign. Name the file that card:keygen wrote, or leave it out.',
    );
  }
  return keys;
}
