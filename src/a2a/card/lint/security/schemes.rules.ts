import { quoted } from '../exposure/quoted.js';
import { ERROR, type LintRule, WARNING } from '../lint-rule.js';
import {
  FLOW_KINDS,
  flowsOf,
  requirementsOf,
  SCHEME_KINDS,
  schemeBodiesOf,
  schemesOf,
  schemesRequiredBy,
} from '../reading/card-parts.js';
import { isObject, isSet, type Located, type LooseObject, memberOf } from '../reading/loose-json.js';

export const schemeRules: readonly LintRule[] = [
  {
    id: 'one-scheme-kind',
    description: 'A security scheme is of exactly one kind, which its one member tells.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, value } of schemesOf(card)) {
        const kinds = SCHEME_KINDS.filter((kind) => isSet(value[kind]));
        if (kinds.length !== 1) {
          yield { pointer, message: `${kindMessage(kinds)} ${schemeAdvice(value)}` };
        }
      }
    },
  },
  {
    id: 'one-oauth-flow',
    description: 'A scheme of OAuth 2.0 has exactly one flow.',
    severity: ERROR,
    *faults(card) {
      for (const { pointer, value } of schemesOf(card)) {
        const flows = memberOf(value.oauth2SecurityScheme, 'flows');
        const kinds = FLOW_KINDS.filter((kind) => isSet(memberOf(flows, kind)));
        if (isObject(flows) && kinds.length !== 1) {
          yield {
            pointer: `${pointer}/oauth2SecurityScheme/flows`,
            message:
              kinds.length === 0
                ? `There is no flow. Add one of ${FLOW_KINDS.slice(0, 3).join(', ')} (section 4.5.7).`
                : `There are ${kinds.length} flows (${kinds.join(', ')}), and readers take one. ` +
                  'Make a scheme of each, and an alternative of each in securityRequirements (section 4.5.7).',
          };
        }
      }
    },
  },
  {
    id: 'deprecated-flow',
    description: 'No scheme uses the implicit or the password flow of OAuth 2.0.',
    severity: WARNING,
    *faults(card) {
      for (const { name, pointer } of schemesOf(card).flatMap(flowsOf)) {
        if (name === 'implicit' || name === 'password') {
          yield {
            pointer,
            message:
              `The ${name} flow is deprecated: it gives credentials to those who should not have them. ` +
              `Use ${name === 'implicit' ? 'authorizationCode with PKCE' : 'authorizationCode or deviceCode'}.`,
          };
        }
      }
    },
  },
  {
    id: 'unused-scheme',
    description: 'Every security scheme is named by a requirement.',
    severity: WARNING,
    *faults(card) {
      const used = new Set(
        requirementsOf(card).flatMap(({ alternatives }) =>
          alternatives.flatMap(schemesRequiredBy).map(({ name }) => name),
        ),
      );
      for (const { name, pointer } of schemesOf(card)) {
        if (!used.has(name)) {
          yield {
            pointer,
            message:
              `No requirement names ${quoted(name)}, so callers do not know when to use it. ` +
              'Name it in securityRequirements, or remove it.',
          };
        }
      }
    },
  },
];

/** The names of what each scheme lets a caller ask for, by the scheme's name; undefined where any scope may be. */
export function scopesByScheme(card: LooseObject): ReadonlyMap<string, ReadonlySet<string> | 'any' | 'none'> {
  return new Map(schemesOf(card).map((scheme) => [scheme.name, scopesOf(scheme)]));
}

function scopesOf(scheme: Located<LooseObject>): ReadonlySet<string> | 'any' | 'none' {
  const [flow] = flowsOf(scheme);
  if (flow) {
    return isObject(flow.value.scopes) ? new Set(Object.keys(flow.value.scopes)) : 'any';
  }
  const [body] = schemeBodiesOf(scheme);
  return body === undefined || /^(?:oauth2|openIdConnect)/.test(body.name) ? 'any' : 'none';
}

function kindMessage(kinds: readonly string[]): string {
  return kinds.length === 0
    ? `The scheme has none of ${SCHEME_KINDS.join(', ')}.`
    : `The scheme is of ${kinds.length} kinds (${kinds.join(', ')}), and readers take one.`;
}

function schemeAdvice(scheme: LooseObject): string {
  return typeof scheme.type === 'string'
    ? 'It has the shape of 0.3 and OpenAPI: put what it says into the member that is named after its kind (section 4.5.1).'
    : 'Give each scheme one of them (section 4.5.1).';
}
