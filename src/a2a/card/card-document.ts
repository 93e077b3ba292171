import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CardBuilder } from './card.builder.js';

/** The card as it is served: bytes and their tag, made once at boot. Needs no datastore. */
@Injectable()
export class CardDocument implements OnApplicationBootstrap {
  private document?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly etag: string };

  constructor(private readonly builder: CardBuilder) {}

  onApplicationBootstrap(): void {
    const bytes = new TextEncoder().encode(JSON.stringify(this.builder.build()));
    this.document = { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  }

  /** The card in UTF-8. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.built.bytes;
  }

  /** A strong entity tag, quotes included: equal only for equal bytes. */
  get etag(): string {
    return this.built.etag;
  }

  private get built(): NonNullable<CardDocument['document']> {
    if (!this.document) {
      throw new Error(
        'The card is built when the application starts. Call `app.init()` or `app.listen()` first.',
      );
    }
    return this.document;
  }
}
