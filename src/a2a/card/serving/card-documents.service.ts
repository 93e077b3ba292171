import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import type { AgentCard } from '../../protocol/index.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { CardBuilder } from '../content/card.builder.js';
import { type CardView, viewOf } from './card-view.js';

/** Extended cards that are kept; each different choice of skills is one, so there are few. */
const MAX_VIEWS = 100;

/** The cards as they are served, made at boot and again when what is offered changes. Needs no datastore. */
@Injectable()
export class CardDocuments implements OnApplicationBootstrap {
  private publicView?: CardView;
  /** By what they show; the oldest goes first. */
  private readonly extended = new Map<string, Promise<CardView>>();
  private making = Promise.resolve();

  constructor(
    private readonly builder: CardBuilder,
    groups: SkillGroups,
  ) {
    groups.onTurned(() => this.remake());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.remake();
  }

  /** The card for everybody. */
  get public(): CardView {
    if (!this.publicView) {
      throw new Error(
        'The card is built when the application starts. Call `app.init()` or `app.listen()` first.',
      );
    }
    return this.publicView;
  }

  /** The card for one principal. @throws what a key that signs throws */
  async for(principal: Principal): Promise<CardView> {
    const card = this.builder.for(principal);
    const key = JSON.stringify([card.supportedInterfaces, card.skills.map(({ id }) => id)]);
    const known = this.extended.get(key);
    if (known) {
      return known;
    }
    const view = this.signed(card);
    this.keep(key, view);
    try {
      return await view;
    } catch (error) {
      this.extended.delete(key);
      throw error;
    }
  }

  /** One after the other, so that the newest is the one that stays. Until it is made, the one before is served. */
  private remake(): Promise<void> {
    const made = this.making.then(async () => {
      const view = await this.signed(this.builder.public());
      this.extended.clear();
      this.publicView = view;
    });
    this.making = made.catch(() => undefined);
    return made;
  }

  private async signed(card: AgentCard): Promise<CardView> {
    return viewOf(card, Date.now());
  }

  private keep(key: string, view: Promise<CardView>): void {
    this.extended.set(key, view);
    const [oldest] = this.extended.keys();
    if (this.extended.size > MAX_VIEWS && oldest !== undefined) {
      this.extended.delete(oldest);
    }
  }
}
