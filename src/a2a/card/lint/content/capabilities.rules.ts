import { quoted } from '../exposure/quoted.js';
import { ERROR, type LintRule } from '../lint-rule.js';
import { extensionsOf, schemesOf } from '../reading/card-parts.js';
import { memberOf } from '../reading/loose-json.js';
import { parsedUrl } from '../reading/urls.js';

/** What a header that lists extensions can carry. */
const HEADER_TEXT = /^[\x21-\x2b\x2d-\x7e]+$/;

export const capabilityRules: readonly LintRule[] = [
  {
    id: 'extension-uri',
    description: 'An extension has a URI for its name, in characters that a header can carry.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, value } of extensionsOf(card)) {
        if (typeof value.uri !== 'string' || value.uri.trim() === '') continue;
        if (!HEADER_TEXT.test(value.uri) || !parsedUrl(value.uri)) {
          yield {
            pointer: `${pointer}/uri`,
            message: `${quoted(value.uri)} is no URI. Name the extension by one, in ASCII (section 4.6).`,
          };
        }
      }
    },
  },
  {
    id: 'duplicate-extension',
    description: 'No extension is declared twice.',
    severity: ERROR,
    *faults(card) {
      const seen = new Map<string, string>();
      for (const { pointer, value } of extensionsOf(card)) {
        if (typeof value.uri !== 'string' || value.uri === '') continue;
        const first = seen.get(value.uri);
        if (first !== undefined) {
          yield {
            pointer: `${pointer}/uri`,
            message: `This extension is declared at ${first}. Declare it once.`,
          };
        }
        seen.set(value.uri, first ?? pointer);
      }
    },
  },
  {
    id: 'extended-card-without-security',
    description: 'An agent with an extended card says how to authenticate for it.',
    severity: ERROR,
    *faults(card) {
      if (memberOf(card.capabilities, 'extendedAgentCard') === true && schemesOf(card).length === 0) {
        yield {
          pointer: '/capabilities/extendedAgentCard',
          message:
            'The extended card is for authenticated callers, and no scheme says how to become one. ' +
            'Declare securitySchemes, or take the capability away (section 13.3).',
        };
      }
    },
  },
];
