import type fc from 'fast-check';
import { faultsOfHttp } from './oracles/http-faults.js';
import { faultsOfHttpJson } from './oracles/http-json-faults.js';
import { isObject, parsed } from './oracles/json-checks.js';
import { faultsOfJsonRpc } from './oracles/json-rpc-faults.js';
import { type FuzzRequest, keepsConnection } from './requests/fuzz-request.js';
import { httpJsonRequest } from './requests/http-json-requests.js';
import { jsonRpcRequest } from './requests/json-rpc-requests.js';
import type { Answer } from './wire/answer-reader.js';
import type { Outcome } from './wire/fuzz-connection.js';
import type { Written } from './wire/written-request.js';

/** A binding under fuzz: what is sent to it, and what it must answer. */
export interface FuzzTarget {
  readonly name: string;
  readonly request: fc.Arbitrary<FuzzRequest>;
  /** Headers of every good request, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** @returns what is wrong with what has come */
  faultsOf(request: FuzzRequest, sent: Written, outcome: Outcome): string[];
}

const JSON_RPC: FuzzTarget = {
  name: 'JSON-RPC',
  request: jsonRpcRequest,
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
  faultsOf: (request, sent, outcome) =>
    faultsOf(request, outcome, /^(http:\/\/x)?\/a2a\/jsonrpc\/?([?#]|$)/i, (answer) =>
      faultsOfJsonRpc(answer, sent.body, request.isValid),
    ),
};

const HTTP_JSON: FuzzTarget = {
  name: 'HTTP+JSON',
  request: httpJsonRequest,
  headers: { 'content-type': 'application/a2a+json', 'a2a-version': '1.0' },
  faultsOf: (request, sent, outcome) =>
    faultsOf(request, outcome, /^(http:\/\/x)?\/a2a\/v1([/?#]|$)/i, (answer) =>
      faultsOfHttpJson(answer, sent.body, request.isValid),
    ),
};

/** With these the server refuses what it can not read. */
const PARSER_STATUSES: ReadonlySet<number> = new Set([400, 408, 413, 417, 431]);

export const TARGETS: readonly FuzzTarget[] = [JSON_RPC, HTTP_JSON];

/** Whether an error has a single detail, whose reason is its status: no binding answers that here. */
function namesItself(body: Buffer): boolean {
  const answer = parsed(body.toString('utf8'));
  const error = isObject(answer) ? answer.error : undefined;
  if (!isObject(error) || !Array.isArray(error.details)) return false;
  const [detail, ...more] = error.details as unknown[];
  return more.length === 0 && isObject(detail) && detail.reason === error.status;
}

/** Whether an answer is to what is no request yet, and so of no binding. */
function isOfParser({ isValid }: FuzzRequest, { status, headers, body }: Answer): boolean {
  return (
    !isValid && headers.get('connection') === 'close' && PARSER_STATUSES.has(status) && namesItself(body)
  );
}

/** @param own targets that lead to the binding; others are answered by the framework */
function faultsOf(
  request: FuzzRequest,
  outcome: Outcome,
  own: RegExp,
  ofBinding: (answer: Answer) => string[],
): string[] {
  const keeps = keepsConnection(request);
  if ('failed' in outcome) {
    // Who breaks off, or asks for a tunnel, may find the connection closed.
    return outcome.failed === 'closed' && !keeps ? [] : [outcome.why];
  }
  const { answer } = outcome;
  if (answer.end === 'closed' && keeps) return ['the answer is cut'];
  const hasBody = request.verb !== 'HEAD';
  const faults = faultsOfHttp(answer, hasBody);
  const isOfBinding =
    hasBody && keeps && answer.status !== 304 && own.test(request.target) && !isOfParser(request, answer);
  return isOfBinding ? [...faults, ...ofBinding(answer)] : faults;
}
