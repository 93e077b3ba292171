import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { CardError } from '../card-error.js';
import { type Finding, lintCard } from '../lint/index.js';
import { CardBuilder } from './card.builder.js';

/** Looks at the cards before anybody else does: what is wrong with them stops the start. */
@Injectable()
export class CardInspection implements OnApplicationBootstrap {
  private readonly logger = new Logger('AgentCard');

  constructor(
    private readonly builder: CardBuilder,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** @throws CardError listing every fault; warnings are faults where the options are strict, and else logged */
  onApplicationBootstrap(): void {
    const { card: { strict = false } = {}, role } = this.options;
    if (role === 'worker') {
      return;
    }
    const findings = distinct([
      ...this.findingsOf(this.builder.public()),
      ...this.findingsOf(this.builder.whole()),
    ]);
    const faults = findings.filter(({ severity }) => strict || severity === 'error');
    if (faults.length > 0) {
      throw new CardError(`The Agent Card needs mending:\n  ${faults.map(lineOf).join('\n  ')}`);
    }
    findings.forEach((finding) => this.logger.warn(lineOf(finding)));
  }

  /** On a developer's machine every agent is at an address of that machine, which is worth no word. */
  private findingsOf(card: AgentCard): readonly Finding[] {
    const environment = this.options.card?.production ? 'production' : 'development';
    const findings = lintCard(card, { environment });
    return environment === 'production'
      ? findings
      : findings.filter(({ rule }) => rule !== 'internal-address');
  }
}

/** The public card and the whole have most of their faults in common. */
function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [lineOf(finding), finding])).values()];
}

function lineOf({ pointer, message, rule }: Finding): string {
  return `${pointer} ${message} (${rule})`;
}
