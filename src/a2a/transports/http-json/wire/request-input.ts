import type { IncomingMessage } from 'node:http';
import { InvalidParamsError } from '../../../protocol/index.js';
import { hasBody, parseJson, requireJson, tooDeep } from '../../calls/body/json-body.js';
import { jsonDepth, MAX_DEPTH } from '../../calls/body/json-depth.js';
import { queryOf } from '../../calls/service-parameters.js';
import type { PathParams } from '../routing/path-template.js';
import { readQuery } from '../routing/query.js';
import type { Route } from '../routing/route.js';

/**
 * The parameters of a call that are not in its path: from the query, or from the body, which is judged by its
 * headers before it is read.
 *
 * @param text reads the body
 * @throws Failure, InvalidParamsError
 */
export async function readInput(
  { input }: Route,
  request: IncomingMessage,
  text: () => Promise<string>,
): Promise<object> {
  if (typeof input === 'object') {
    return readQuery(queryOf(request.url), input);
  }
  const isOptional = input === 'optional body';
  if (isOptional && !hasBody(request)) {
    return {};
  }
  requireJson(request);
  const body = await text();
  return isOptional && body.trim() === '' ? {} : parseObject(body);
}

/** The parameters in the path win over members of the same name, however these are spelt. */
export function withPath(input: object, params: PathParams): object {
  const names = new Set(Object.keys(params).flatMap((name) => [name, snakeCase(name)]));
  const others = Object.entries(input).filter(([name]) => !names.has(name));
  return Object.fromEntries([...others, ...Object.entries(params)]);
}

function parseObject(text: string): object {
  if (jsonDepth(text, MAX_DEPTH) > MAX_DEPTH) {
    throw tooDeep('body');
  }
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidParamsError([{ field: 'body', description: 'must be an object' }]);
  }
  return body;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
