import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { BINDINGS, type InterfaceOptions } from '../../options/card-options.js';
import { isVisibleTo, type Visibility } from '../../options/visibility.js';
import type { AgentInterface } from '../../protocol/index.js';
import { CardError } from '../card-error.js';

/** The version of the protocol that the interfaces of this agent speak: Major.Minor only (section 3.6). */
const PROTOCOL_VERSION = '1.0';

/** The interfaces that are really mounted, the preferred one first. */
@Injectable()
export class AgentInterfaces {
  private readonly announced: AgentInterface[] = [];
  private readonly chosen: readonly InterfaceOptions[];

  constructor(@Inject(A2A_OPTIONS) private readonly options: A2AOptions) {
    this.chosen = (options.card?.interfaces ?? []).map((one) =>
      typeof one === 'string' ? { binding: one } : one,
    );
  }

  /** @throws CardError when the options name an interface that is not mounted, or name one twice */
  check(): void {
    const mounted = new Set(this.announced.map(({ protocolBinding }) => protocolBinding));
    const missing = this.chosen.find(({ binding }) => !mounted.has(binding));
    if (missing) {
      throw new CardError(
        `card.interfaces names ${missing.binding}, which is not mounted. Mount it, or leave it out.`,
      );
    }
    if (new Set(this.chosen.map(({ binding }) => binding)).size < this.chosen.length) {
      throw new CardError('card.interfaces names a binding twice. Name each once.');
    }
  }

  /** All of them, whoever they are shown to. */
  get all(): readonly AgentInterface[] {
    return this.announced.toSorted((one, other) => this.rankOf(one) - this.rankOf(other));
  }

  /** Those on the card of this principal. */
  shownTo(principal: Principal): readonly AgentInterface[] {
    return this.all.filter((one) => isVisibleTo(principal, this.visibilityOf(one)));
  }

  /** Whether all of them are on the public card. */
  get arePublic(): boolean {
    return this.announced.every((one) => this.visibilityOf(one) === 'public');
  }

  /**
   * Puts an interface on the card. To be called while providers are made, before the card is built.
   *
   * @param path begins with a slash
   * @returns the interface as the card shows it
   */
  announce(path: string, protocolBinding: AgentInterface['protocolBinding']): AgentInterface {
    const url = `${this.options.publicUrl}${path}`;
    const announced = { url, protocolBinding, protocolVersion: PROTOCOL_VERSION };
    this.announced.push(announced);
    return announced;
  }

  private visibilityOf({ protocolBinding }: AgentInterface): Visibility {
    return this.chosen.find(({ binding }) => binding === protocolBinding)?.visibility ?? 'public';
  }

  /** Those that were chosen, then ours, then others as they were announced: modules are made in no order to rely on. */
  private rankOf({ protocolBinding }: AgentInterface): number {
    const order: readonly string[] = [...this.chosen.map(({ binding }) => binding), ...BINDINGS];
    const rank = order.indexOf(protocolBinding);
    return rank === -1 ? order.length : rank;
  }
}
