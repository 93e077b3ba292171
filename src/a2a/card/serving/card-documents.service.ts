import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { CardBuilder } from '../content/card.builder.js';
import { CardInspection } from '../inspection/card-inspection.service.js';
import { CardSigner } from '../signing/card-signer.service.js';
import { type CardView, viewOf } from './card-view.js';
import { type DatedBytes, servedBytes } from './served-bytes.js';

/** Cards that are kept; each different choice of skills and interfaces is one, so there are few. */
const MAX_VIEWS = 100;

/** As exact as HTTP writes times. */
const SECOND_MS = 1_000;

/** The cards as they are served, made at boot and again when what is offered changes. Needs no datastore. */
@Injectable()
export class CardDocuments implements OnModuleInit {
  /** The keys that the cards can be verified with; undefined when they are not signed. */
  keySet?: DatedBytes;
  private publicView?: CardView & DatedBytes;
  private shownSince = 0;
  /** By what they show; the oldest goes first. */
  private readonly views = new Map<string, Promise<CardView>>();
  private remade: Promise<void> = Promise.resolve();

  constructor(
    private readonly builder: CardBuilder,
    private readonly inspection: CardInspection,
    private readonly signer: CardSigner,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
    groups: SkillGroups,
  ) {
    groups.onTurned(() => this.remake());
  }

  /**
   * Before the engine begins: a process that can not show its card must not take turns, only to end.
   *
   * @throws CardError when the card is not fit to be served, and what else keeps it from being signed
   */
  async onModuleInit(): Promise<void> {
    // A worker serves no card, and needs no key.
    if (this.options.role === 'worker') {
      return;
    }
    this.inspection.pass();
    const keys = await this.signer.publicKeys();
    this.keySet = keys && { ...servedBytes(keys), lastModified: this.nextTime() };
    await this.remake();
  }

  /** The card for everybody. */
  get public(): CardView & DatedBytes {
    if (!this.publicView) {
      throw new Error(
        'The card is built when the application starts. Call `app.init()` or `app.listen()` first.',
      );
    }
    return this.publicView;
  }

  /**
   * The card for one principal.
   *
   * @throws whatever keeps it from being signed; the next call tries again
   */
  for(principal: Principal): Promise<CardView> {
    return this.viewOf(this.builder.for(principal));
  }

  /** One after the other, so that the last is of what was changed last. */
  private remake(): Promise<void> {
    const remake = async (): Promise<void> => {
      const view = await this.viewOf(this.builder.public());
      if (view.etag !== this.publicView?.etag) {
        this.publicView = { ...view, lastModified: this.nextTime() };
      }
    };
    const remade = this.remade.then(remake);
    this.remade = remade.catch(() => undefined);
    return remade;
  }

  /** A time later than all before, so that no two contents share one. */
  private nextTime(): string {
    this.shownSince = Math.max(Date.now(), this.shownSince + SECOND_MS);
    return new Date(this.shownSince).toUTCString();
  }

  /** The same bytes for the same content, also where a key signs differently each time. */
  private viewOf(card: AgentCard): Promise<CardView> {
    const key = JSON.stringify([card.supportedInterfaces, card.skills.map(({ id }) => id)]);
    const view = this.views.get(key) ?? this.signed(key, card);
    this.views.set(key, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MAX_VIEWS && oldest !== undefined) {
      this.views.delete(oldest);
    }
    return view;
  }

  private async signed(key: string, card: AgentCard): Promise<CardView> {
    try {
      return viewOf(await this.signer.sign(card));
    } catch (error) {
      this.views.delete(key);
      throw error;
    }
  }
}
