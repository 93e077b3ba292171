import { IsIn, IsOptional } from 'class-validator';
import { BINDINGS, type Binding, type Reach } from '../a2a/options/card-options.js';
import { ArtifactVariables } from './artifact-variables.js';
import { List, WholeNumber } from './value.decorators.js';
import { Variable } from './variable.decorator.js';

const REACHES = ['public', 'internal'] as const;
const FLAGS = ['true', 'false'] as const;

const isBinding = (value: string): boolean => BINDINGS.some((binding) => binding === value);
const isWord = (value: string): boolean => /^[\w.-]+$/.test(value);

/** What the environment can say of the Agent Card, and of what it offers. */
export class CardVariables extends ArtifactVariables {
  @Variable({
    description: 'The bindings that are served, the preferred one first, with commas between them.',
    default: 'JSONRPC,HTTP+JSON',
    example: 'JSONRPC,HTTP+JSON',
  })
  @IsOptional()
  @List(
    isBinding,
    'INTERFACES must name JSONRPC, HTTP+JSON or both, each once: set INTERFACES=JSONRPC,HTTP+JSON',
  )
  readonly INTERFACES?: readonly Binding[];

  @Variable({
    description: 'How long a caller may keep the card before it asks again, in seconds.',
    default: '3600',
    example: '3600',
  })
  @IsOptional()
  @WholeNumber(0, 31_536_000, 'CARD_MAX_AGE must be a whole number from 0 to 31536000: set CARD_MAX_AGE=3600')
  readonly CARD_MAX_AGE?: number;

  @Variable({
    description:
      'Where callers are: anywhere (`public`), or in the agent’s own network (`internal`), where its card may show ' +
      'addresses that others can not reach, and plain http.',
    default: '`public` with NODE_ENV=production or when PUBLIC_URL leads elsewhere, else `internal`',
    example: 'public',
  })
  @IsOptional()
  @IsIn(REACHES, { message: 'CARD_REACH must be public or internal: set CARD_REACH=public' })
  readonly CARD_REACH?: Reach;

  @Variable({
    description: 'Whether warnings about the card keep the agent from starting too, as errors do.',
    default: 'false',
    example: 'false',
  })
  @IsOptional()
  @IsIn(FLAGS, { message: 'CARD_LINT_STRICT must be true or false: set CARD_LINT_STRICT=false' })
  readonly CARD_LINT_STRICT?: (typeof FLAGS)[number];

  @Variable({
    description: 'Rules about the card that are not looked at (docs/card.md), with commas between them.',
    default: 'all are looked at',
    example: 'skill-without-examples',
  })
  @IsOptional()
  @List(
    isWord,
    'CARD_LINT_OFF must name rules of docs/card.md, each once: set CARD_LINT_OFF=skill-without-examples',
  )
  readonly CARD_LINT_OFF?: readonly string[];

  @Variable({
    description:
      'Files with the keys that sign the card, with commas between them: PEM, JWK or JWKS, such as `card:keygen` writes.',
    default: 'the card is not signed',
    example: '/run/secrets/card-key.json',
  })
  @IsOptional()
  @List(
    (path) => path !== '',
    'CARD_SIGNING_KEYS must name files, each once, with commas between them: set CARD_SIGNING_KEYS=/run/secrets/card-key.json',
  )
  readonly CARD_SIGNING_KEYS?: readonly string[];

  @Variable({
    description: 'Whether only those may read the card who may call the agent.',
    default: 'false',
    example: 'false',
  })
  @IsOptional()
  @IsIn(FLAGS, { message: 'CARD_GUARDED must be true or false: set CARD_GUARDED=false' })
  readonly CARD_GUARDED?: (typeof FLAGS)[number];

  @Variable({
    description: 'Groups of skills that are not offered, with commas between them.',
    default: 'all are offered',
    example: 'reviews',
  })
  @IsOptional()
  @List(isWord, 'SKILL_GROUPS_OFF must name groups of skills, each once: set SKILL_GROUPS_OFF=reviews')
  readonly SKILL_GROUPS_OFF?: readonly string[];
}
