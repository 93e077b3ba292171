import type { IncomingMessage } from 'node:http';
import { InvalidParamsError } from '../../../protocol/index.js';
import {
  hasBody,
  type JsonBody,
  parseJson,
  requireFinite,
  requireJson,
  tooDeep,
} from '../../calls/body/json-body.js';
import { MAX_DEPTH } from '../../calls/body/json-extent.js';
import { queryOf } from '../../calls/service-parameters.js';
import type { PathParams } from '../routing/path-template.js';
import { readQuery } from '../routing/query.js';
import type { Route } from '../routing/route.js';

/** What violations call the body. */
export const BODY = 'body';

/**
 * The parameters of a call that are not in its path: from the query, or from the body, which is judged by its
 * headers before it is read.
 *
 * @param read reads the body
 * @throws Failure, InvalidParamsError
 */
export async function readInput(
  { input }: Route,
  request: IncomingMessage,
  read: () => Promise<JsonBody>,
): Promise<object> {
  if (typeof input === 'object') {
    return readQuery(queryOf(request.url), input);
  }
  const isOptional = input === 'optional body';
  if (isOptional && !hasBody(request)) {
    return {};
  }
  requireJson(request);
  const body = await read();
  return isOptional && body.text.trim() === '' ? {} : parseObject(body);
}

/** The parameters in the path win over members of the same name, however these are spelt. */
export function withPath(input: object, params: PathParams): object {
  const names = new Set(Object.keys(params).flatMap((name) => [name, snakeCase(name)]));
  const others = Object.entries(input).filter(([name]) => !names.has(name));
  return Object.fromEntries([...others, ...Object.entries(params)]);
}

function parseObject(body: JsonBody): object {
  if (body.depth > MAX_DEPTH) {
    throw tooDeep(BODY);
  }
  const input = parseJson(body.text);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new InvalidParamsError([{ field: BODY, description: 'must be an object' }]);
  }
  requireFinite(body, input);
  return input;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
