import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '../../../net/http-message.js';
import { readText, RequestBodyError } from '../../../net/request-body.js';
import { numbersBeyond } from './numbers-beyond.js';
import { type Failure, invalidParams, invalidRequest, parseError } from '../failure.js';
import { extentOf, MAX_DEPTH } from './json-extent.js';

const JSON_TYPES = new Set(['application/json', 'application/a2a+json']);

/**
 * Judges a body by its headers, before any of it is read: JSON in UTF-8, uncompressed (sections 9.1, 11.1).
 *
 * @throws Failure with status 415
 */
export function requireJson({ headers }: IncomingMessage): void {
  const [essence = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  const isJson =
    JSON_TYPES.has(essence.trim()) &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) &&
    (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
  if (!isJson) {
    throw invalidRequest('send it as content-type application/json in UTF-8, uncompressed', 415);
  }
}

/** Whether the headers announce a body (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Bounds of a body. */
interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxJsonValues: number;
}

/** A body that is not too large to be parsed. */
export interface JsonBody {
  readonly text: string;
  /** Levels of arrays and objects in it. */
  readonly depth: number;
  /** Whether it may have a number that is infinite when it is parsed. */
  readonly isBeyond: boolean;
}

/** Deeper than this a body is not even parsed. */
const MAX_PARSED_DEPTH = 10_000;

/**
 * Reads a body and judges how much there is in it, before any of it is parsed.
 *
 * @param field what a violation calls that which the body holds
 * @throws Failure for a body that is too large, is no UTF-8, or does not come to its end
 */
export async function readBody(request: HttpRequest, field: string, limits: BodyLimits): Promise<JsonBody> {
  const text = await textOf(request, limits.maxBodyBytes);
  const { depth, values, isBeyond } = extentOf(text, {
    depth: MAX_PARSED_DEPTH,
    values: limits.maxJsonValues,
  });
  if (depth > MAX_PARSED_DEPTH) {
    throw tooDeep(field);
  }
  if (values > limits.maxJsonValues) {
    throw invalidParams([{ field, description: `must hold at most ${limits.maxJsonValues} JSON values` }]);
  }
  return { text, depth, isBeyond };
}

async function textOf(request: HttpRequest, limitBytes: number): Promise<string> {
  try {
    return await readText(request, limitBytes);
  } catch (error) {
    if (!(error instanceof RequestBodyError)) {
      throw error;
    }
    throw error.fault === 'not-utf-8'
      ? parseError()
      : invalidRequest(error.message, error.fault === 'too-large' ? 413 : 400);
  }
}

/** @throws Failure for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw parseError();
  }
}

/**
 * Refuses parameters with numbers that would come back as null: JSON has no infinity.
 *
 * @param body where it has none, nothing is looked at
 * @throws Failure naming each of them
 */
export function requireFinite({ isBeyond }: JsonBody, params: unknown): void {
  const fields = isBeyond ? numbersBeyond(params) : [];
  if (fields.length > 0) {
    const description = 'must be a number that a double can hold, of at most about 1.8e308';
    throw invalidParams(fields.map((field) => ({ field, description })));
  }
}

/** @param field what is nested too deeply */
export function tooDeep(field: string): Failure {
  const description = `must not nest arrays and objects deeper than ${MAX_DEPTH} levels`;
  return invalidParams([{ field, description }]);
}
