import { capabilityRules } from './content/capabilities.rules.js';
import { interfaceRules } from './content/interfaces.rules.js';
import { linkRules } from './content/links.rules.js';
import { signatureRules } from './content/signatures.rules.js';
import { skillRules } from './content/skills.rules.js';
import { dialectRules, legacyRules } from './document/dialect.rules.js';
import { requiredMemberRules } from './document/required-members.rules.js';
import { textRules } from './document/text.rules.js';
import { addressRules } from './exposure/addresses.rules.js';
import { secretRules } from './exposure/secrets.rules.js';
import { type DocumentRule, ERROR, type LintRule, type RuleDescription, WARNING } from './lint-rule.js';
import { requirementRules } from './security/requirements.rules.js';
import { schemeRules } from './security/schemes.rules.js';

/** For whatever is served as a card, in any dialect. */
export const DOCUMENT_RULES: readonly DocumentRule[] = [...dialectRules, ...secretRules, ...addressRules];

/** For cards of 1.0: what members mean in other dialects is another matter. */
export const CARD_RULES: readonly LintRule[] = [
  ...requiredMemberRules,
  ...legacyRules,
  ...textRules,
  ...interfaceRules,
  ...linkRules,
  ...skillRules,
  ...capabilityRules,
  ...schemeRules,
  ...requirementRules,
  ...signatureRules,
];

/** Without which nothing is looked at, and what is said when there is more than can be told. */
export const TOO_LARGE = {
  id: 'too-large',
  description: 'The card is small enough to be looked at.',
  severity: ERROR,
};
export const TOO_MANY_FINDINGS = {
  id: 'too-many-findings',
  description: 'There are no more findings than one list can tell; errors are told first.',
  severity: WARNING,
};

/** Every rule by its id: what it looks for, and how grave a finding is in each environment. */
export const RULES: Readonly<Record<string, RuleDescription>> = Object.fromEntries(
  [TOO_LARGE, ...DOCUMENT_RULES, ...CARD_RULES, TOO_MANY_FINDINGS].map(({ id, description, severity }) => [
    id,
    { description, severity },
  ]),
);
