import type { z } from 'zod';
import { CARD_MESSAGES } from '../../../protocol/model/agent-card.js';
import { ERROR, type Fault, type LintRule } from '../lint-rule.js';
import {
  extensionsOf,
  flowsOf,
  interfacesOf,
  schemeBodiesOf,
  schemesOf,
  skillsOf,
} from '../reading/card-parts.js';
import { pointerOf, pointerTo } from '../reading/json-pointer.js';
import {
  isObject,
  isSet,
  type Located,
  type LooseObject,
  objectsOf,
  textMembers,
} from '../reading/loose-json.js';

/** The REQUIRED texts of each part (section 4.4), which say nothing when they are empty. */
const REQUIRED_TEXTS = {
  card: ['name', 'description', 'version'],
  provider: ['organization', 'url'],
  interface: ['url', 'protocolBinding', 'protocolVersion'],
  extension: ['uri'],
  skill: ['id', 'name', 'description'],
  scheme: ['name', 'scheme', 'openIdConnectUrl'],
  flow: ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl'],
  signature: ['protected', 'signature'],
} as const;

/** The REQUIRED lists of the card; `skills` may be empty, as when all are for authenticated callers. */
const REQUIRED_LISTS = ['supportedInterfaces', 'defaultInputModes', 'defaultOutputModes'];

/** ProtoJSON leaves out what is empty, and for these that is a usual value. */
const MAY_BE_LEFT_OUT = /\/securityRequirements\/\d+\/schemes(\/[^/]*\/list)?$/;

/** How many kinds a scheme has, and how many flows, is said by rules of their own. */
const OF_ANOTHER_RULE = /^\/securitySchemes\/[^/]*(\/oauth2SecurityScheme\/flows)?$/;

export const requiredMemberRules: readonly LintRule[] = [
  {
    id: 'missing-member',
    description: 'Every REQUIRED member is there.',
    severity: ERROR,
    *faults(card) {
      for (const { issue, pointer } of issuesOf(card)) {
        if (isMissing(card, issue) && !MAY_BE_LEFT_OUT.test(pointer)) {
          const name = String(issue.path.at(-1));
          yield { pointer, message: `"${name}" is missing, and it is required (section 5.7). Add it.` };
        }
      }
    },
  },
  {
    id: 'wrong-type',
    description: 'Every member is of the type, or one of the values, that the protocol defines.',
    severity: ERROR,
    *faults(card) {
      for (const { issue, pointer } of issuesOf(card)) {
        const isOther = issue.code === 'too_small' || isMissing(card, issue);
        if (!isOther && !(issue.code === 'custom' && OF_ANOTHER_RULE.test(pointer))) {
          yield { pointer, message: `${expectationOf(issue)} (section 4.4). Correct it.` };
        }
      }
    },
  },
  {
    id: 'empty-member',
    description: 'No REQUIRED member is empty, except `skills` (and `tags`, which has a rule of its own).',
    severity: ERROR,
    *faults(card) {
      for (const name of REQUIRED_LISTS) {
        const list = card[name];
        if (Array.isArray(list) && list.length === 0) {
          yield empty(pointerTo('', name), name);
        }
      }
      for (const [kind, part] of partsOf(card)) {
        for (const { name, pointer, value } of textMembers(part.value, part.pointer, REQUIRED_TEXTS[kind])) {
          if (value.trim() === '') yield empty(pointer, name);
        }
      }
    },
  },
];

function empty(pointer: string, name: string): Fault {
  return { pointer, message: `"${name}" is empty, and it is required (section 5.7). Fill it in.` };
}

function partsOf(card: LooseObject): [keyof typeof REQUIRED_TEXTS, Located<LooseObject>][] {
  const schemes = schemesOf(card);
  const all = {
    card: [{ pointer: '', value: card }],
    provider: isObject(card.provider) ? [{ pointer: '/provider', value: card.provider }] : [],
    interface: interfacesOf(card),
    extension: extensionsOf(card),
    skill: skillsOf(card),
    scheme: schemes.flatMap(schemeBodiesOf),
    flow: schemes.flatMap(flowsOf),
    signature: objectsOf(card.signatures, '/signatures'),
  };
  const kinds = Object.keys(all) as (keyof typeof all)[];
  return kinds.flatMap((kind) => all[kind].map((part): [typeof kind, Located<LooseObject>] => [kind, part]));
}

function issuesOf(card: LooseObject): { issue: z.core.$ZodIssue; pointer: string }[] {
  const issues = CARD_MESSAGES.AgentCard.safeParse(withoutNulls(card)).error?.issues ?? [];
  return issues.map((issue) => ({ issue, pointer: pointerOf(issue.path) }));
}

/** ProtoJSON reads `null` as unset, except in lists. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => isSet(member))
          .map(([name, member]) => [name, withoutNulls(member)]),
      )
    : value;
}

function isMissing(card: LooseObject, { path }: z.core.$ZodIssue): boolean {
  const parent = path.slice(0, -1).reduce<unknown>(ownMember, card);
  return isObject(parent) && !isSet(ownMember(parent, path.at(-1) ?? ''));
}

function ownMember(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<PropertyKey, unknown>)[name]
    : undefined;
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return `This must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
  }
  return issue.code === 'invalid_value'
    ? `This must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    : `This ${issue.message}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
