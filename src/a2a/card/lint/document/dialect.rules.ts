import { type CardDialect, detectDialect } from '../../dialect/detect-dialect.js';
import { type DocumentRule, ERROR, type Fault, type LintRule, WARNING } from '../lint-rule.js';
import { pointerTo } from '../reading/json-pointer.js';
import { isSet, memberOf } from '../reading/loose-json.js';
import { interfacesOf, schemeBodiesOf, schemesOf, skillsOf } from '../reading/card-parts.js';

const ADVICE: Readonly<Record<Exclude<CardDialect, '1.0'>, string>> = {
  '0.3':
    'This is a card of A2A 0.3 or older. Move url, preferredTransport, additionalInterfaces and protocolVersion ' +
    'into supportedInterfaces, security into securityRequirements (section 4.4.1 of 1.0).',
  tutorial:
    'This is the card of an early tutorial, not of a released version of A2A. Describe skills as objects, name ' +
    'where the agent is called in supportedInterfaces and how in securitySchemes (section 4.4.1).',
  unknown: 'This is no Agent Card of A2A 1.0. Serve an object with supportedInterfaces (section 4.4.1).',
};

/** Members that 1.0 has done away with, and what to do instead. */
const OF_THE_CARD: Readonly<Record<string, string>> = {
  url: 'Callers take the address from supportedInterfaces',
  preferredTransport: 'The first of supportedInterfaces is the preferred one',
  additionalInterfaces: 'All interfaces stand in supportedInterfaces',
  protocolVersion: 'Each of supportedInterfaces says its own protocolVersion',
  supportsAuthenticatedExtendedCard: 'It is capabilities.extendedAgentCard now',
  security: 'It is securityRequirements now',
};

export const dialectRules: readonly DocumentRule[] = [
  {
    id: 'dialect',
    description: 'The document is a card of 1.0, and not of 0.3, of the tutorial or something else.',
    severity: ERROR,
    *faults(document) {
      const { dialect, reasons } = detectDialect(document);
      if (dialect !== '1.0') {
        yield { pointer: '', message: `${ADVICE[dialect]} Seen: ${reasons.join('; ')}.` };
      }
    },
  },
];

export const legacyRules: readonly LintRule[] = [
  {
    id: 'legacy-member',
    description: 'No member of an earlier version stands in a card whose interfaces are all of 1.0.',
    severity: WARNING,
    *faults(card) {
      // Clients of 0.3 need them where they are served too.
      const serves03 = interfacesOf(card).some(({ value }) => value.protocolVersion === '0.3');
      if (!isSet(card.supportedInterfaces) || serves03) return;
      for (const [name, instead] of Object.entries(OF_THE_CARD)) {
        yield* legacy(card, '', name, instead);
      }
      yield* legacy(
        card.capabilities,
        '/capabilities',
        'stateTransitionHistory',
        'There is nothing in its place',
      );
      for (const { pointer, value } of skillsOf(card)) {
        yield* legacy(value, pointer, 'security', OF_THE_CARD.security ?? '');
      }
      for (const scheme of schemesOf(card).filter((one) => schemeBodiesOf(one).length > 0)) {
        yield* legacy(scheme.value, scheme.pointer, 'type', "The member's name tells the kind");
      }
    },
  },
];

function* legacy(value: unknown, pointer: string, name: string, instead: string): Generator<Fault> {
  if (isSet(memberOf(value, name))) {
    yield {
      pointer: pointerTo(pointer, name),
      message: `"${name}" is of an earlier version. ${instead}: remove it (appendix A.2).`,
    };
  }
}
