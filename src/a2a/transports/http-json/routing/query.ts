import { type FieldViolation, InvalidParamsError } from '../../../protocol/index.js';
import type { QueryFields, QueryType } from './route.js';

/** A query parameter of every operation. */
const TENANT: QueryFields = { tenant: 'text' };

/**
 * Reads the query as the parameters of an operation (section 11.5). Names may be camelCase or snake_case; others
 * are ignored, as unknown members of a body are. A value that is not of its type is left as it is: what must be
 * said of it, the operation's schema says, for every binding alike.
 *
 * @param query without the question mark
 * @throws InvalidParamsError for a parameter that is given twice or encoded wrongly
 */
export function readQuery(query: string, fields: QueryFields): Record<string, unknown> {
  const known: QueryFields = { ...fields, ...TENANT };
  const params: Record<string, unknown> = {};
  const violations: FieldViolation[] = [];
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const field = fieldOf(at === -1 ? pair : pair.slice(0, at));
    if (field === undefined || !Object.hasOwn(known, field)) {
      continue;
    }
    const value = decoded(at === -1 ? '' : pair.slice(at + 1));
    if (Object.hasOwn(params, field)) {
      violations.push({ field, description: 'must be given once' });
    } else if (value === undefined) {
      violations.push({ field, description: 'must be percent-encoded UTF-8' });
    }
    params[field] = value === undefined ? value : CONVERSIONS[known[field] ?? 'text'](value);
  }
  if (violations.length > 0) {
    throw new InvalidParamsError(violations);
  }
  return params;
}

/** What a text stands for; one that is not of the type is left as it is. */
const CONVERSIONS: Readonly<Record<QueryType, (text: string) => unknown>> = {
  text: (text) => text,
  number: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => text === 'true' || (text === 'false' ? false : text),
  // ProtoJSON readers take the numbers of enums too.
  enum: (text) => (/^\d{1,3}$/.test(text) ? Number(text) : text),
};

/** The name in camelCase; undefined if it can not be decoded, and so is none of ours. */
function fieldOf(name: string): string | undefined {
  return decoded(name)?.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
