import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { CardBuilder } from '../content/card.builder.js';
import { type CardView, viewOf } from './card-view.js';

/** Extended cards that are kept; each different choice of skills and interfaces is one, so there are few. */
const MAX_VIEWS = 100;

/** The cards as they are served, made at boot and again when what is offered changes. Needs no datastore. */
@Injectable()
export class CardDocuments implements OnApplicationBootstrap {
  private publicView?: CardView;
  /** By what they show; the oldest goes first. */
  private readonly extended = new Map<string, CardView>();

  constructor(
    private readonly builder: CardBuilder,
    groups: SkillGroups,
  ) {
    groups.onTurned(() => this.remake());
  }

  onApplicationBootstrap(): void {
    this.remake();
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

  /** The card for one principal. */
  for(principal: Principal): CardView {
    const card = this.builder.for(principal);
    const key = JSON.stringify([card.supportedInterfaces, card.skills.map(({ id }) => id)]);
    const view = this.extended.get(key) ?? viewOf(card, Date.now());
    this.keep(key, view);
    return view;
  }

  private remake(): void {
    this.publicView = viewOf(this.builder.public(), Date.now());
  }

  private keep(key: string, view: CardView): void {
    this.extended.set(key, view);
    const [oldest] = this.extended.keys();
    if (this.extended.size > MAX_VIEWS && oldest !== undefined) {
      this.extended.delete(oldest);
    }
  }
}
