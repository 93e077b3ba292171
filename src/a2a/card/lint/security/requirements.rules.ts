import { quoted } from '../exposure/quoted.js';
import { ERROR, type LintRule, WARNING } from '../lint-rule.js';
import { type RequiredScheme, requirementsOf, schemesRequiredBy } from '../reading/card-parts.js';
import { type LooseObject, membersOf } from '../reading/loose-json.js';
import { scopesByScheme } from './schemes.rules.js';

export const requirementRules: readonly LintRule[] = [
  {
    id: 'unknown-scheme',
    description: 'Every scheme that a requirement names is declared.',
    severity: ERROR,
    *faults(card) {
      const declared = new Set(membersOf(card.securitySchemes, '').map(({ name }) => name));
      for (const { name, pointer } of requiredSchemesOf(card)) {
        if (!declared.has(name)) {
          yield {
            pointer,
            message: `securitySchemes has no ${quoted(name)}, so nobody can meet this. Declare it, or correct the name.`,
          };
        }
      }
    },
  },
  {
    id: 'unlisted-scope',
    description: 'Every scope that a requirement asks for is one that the flow offers.',
    severity: WARNING,
    *faults(card) {
      const scopes = scopesByScheme(card);
      for (const required of requiredSchemesOf(card)) {
        const offered = scopes.get(required.name);
        // A flow that lists nothing leaves the list to its server.
        if (!(offered instanceof Set) || offered.size === 0) continue;
        for (const { pointer, value } of required.scopes.filter((scope) => !offered.has(scope.value))) {
          yield {
            pointer,
            message: `The flow of ${quoted(required.name)} lists no scope ${quoted(value)}. List it with what it is for.`,
          };
        }
      }
    },
  },
  {
    id: 'scope-without-oauth',
    description: 'Scopes are asked for of OAuth 2.0 and OpenID Connect only.',
    severity: WARNING,
    *faults(card) {
      const scopes = scopesByScheme(card);
      for (const { name, pointer, scopes: asked } of requiredSchemesOf(card)) {
        if (scopes.get(name) === 'none' && asked.length > 0) {
          yield {
            pointer,
            message: `${quoted(name)} knows no scopes. Leave the list empty, or declare a scheme of OAuth 2.0.`,
          };
        }
      }
    },
  },
  {
    id: 'anonymous-alternative',
    description: 'No alternative lets everybody in beside others that ask for credentials.',
    severity: WARNING,
    *faults(card) {
      for (const { alternatives } of requirementsOf(card)) {
        const open = alternatives.filter((alternative) => schemesRequiredBy(alternative).length === 0);
        for (const { pointer } of open.length < alternatives.length ? open : []) {
          yield {
            pointer,
            message:
              'This asks for nothing, so anybody may call, whatever the other alternatives ask for. ' +
              'Remove it unless that is meant (section 4.5).',
          };
        }
      }
    },
  },
];

function requiredSchemesOf(card: LooseObject): RequiredScheme[] {
  return requirementsOf(card).flatMap(({ alternatives }) => alternatives.flatMap(schemesRequiredBy));
}
