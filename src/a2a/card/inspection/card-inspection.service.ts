import { Inject, Injectable, Logger } from '@nestjs/common';
import { isLoopbackHost } from '../../net/loopback.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import type { Reach } from '../../options/card-options.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { CardError } from '../card-error.js';
import { AgentInterfaces } from '../content/agent-interfaces.js';
import { CardBuilder } from '../content/card.builder.js';
import { type Finding, lintCard, RULES } from '../lint/index.js';
import { checkCardOptions } from './card-options.check.js';

/** What is in order for callers in the agent's own network. */
const INTERNAL_IS_FINE = 'internal-address';

/** What most often has its reason in where the agent believes to be. */
const ABOUT_PLACE: ReadonlySet<string> = new Set([INTERNAL_IS_FINE, 'plain-http']);

/** Looks at the agent's own card before it is served. */
@Injectable()
export class CardInspection {
  constructor(
    private readonly builder: CardBuilder,
    private readonly interfaces: AgentInterfaces,
    private readonly groups: SkillGroups,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** Whether warnings keep the agent from starting too. */
  get isStrict(): boolean {
    return this.options.card?.lint?.strict ?? false;
  }

  /** Where callers are, as the options say or as the public address tells. */
  get reach(): Reach {
    const { card, publicUrl } = this.options;
    return card?.reach ?? (isLoopbackHost(new URL(publicUrl).hostname) ? 'internal' : 'public');
  }

  /**
   * What is wrong with the card, skills and interfaces that are off or not for everybody included.
   *
   * @throws CardError for options of which no card can be made
   * @throws SkillDeclarationError when a group is off that is none
   */
  findings(): Finding[] {
    checkCardOptions(this.options);
    this.interfaces.check();
    this.groups.check();
    const off = new Set(this.options.card?.lint?.off);
    const unknown = [...off].find((rule) => !Object.hasOwn(RULES, rule));
    if (unknown !== undefined) {
      throw new CardError(
        `card.lint.off names "${unknown}", which is no rule. The rules are in docs/card.md; leave it out, or correct it.`,
      );
    }
    const isInternal = this.reach === 'internal';
    return lintCard(this.builder.whole(), {
      environment: isInternal ? 'development' : 'production',
      off: isInternal ? off.add(INTERNAL_IS_FINE) : off,
    });
  }

  private get adviceOnPlace(): string {
    return (
      `Addresses on the card begin with ${this.options.publicUrl}: set publicUrl (PUBLIC_URL) to where callers reach ` +
      "the agent, or, if all of them are in the agent's own network, card.reach (CARD_REACH) to internal."
    );
  }

  /**
   * Warns of what callers would stumble over.
   *
   * @throws CardError naming every finding that keeps the agent from starting: errors; all of them when strict
   */
  pass(): void {
    const { isStrict } = this;
    const findings = this.findings();
    const grave = findings.filter(({ severity }) => isStrict || severity === 'error');
    if (grave.length > 0) {
      throw new CardError(
        [
          `The Agent Card needs mending${isStrict ? ' (strict)' : ''}:`,
          ...grave.map((one) => `  ${lineOf(one)}`),
          ...(grave.some(({ rule }) => ABOUT_PLACE.has(rule)) ? [`  ${this.adviceOnPlace}`] : []),
        ].join('\n'),
      );
    }
    const logger = new Logger('Card');
    findings.forEach((finding) => logger.warn(lineOf(finding)));
  }
}

function lineOf({ pointer, message, rule }: Finding): string {
  return `${pointer === '' ? 'The card:' : pointer} ${message} (${rule})`;
}
