import type { Answer } from '../wire/answer-reader.js';

/** Statuses that an agent may answer with; 503 only with a time to come back. */
const STATUSES = new Set([200, 304, 400, 401, 403, 404, 405, 408, 413, 415, 417, 429, 431, 503]);

/** @returns what is wrong with an answer whatever was asked */
export function faultsOfHttp({ status, headers, body }: Answer, hasBody: boolean): string[] {
  const faults: string[] = [];
  if (!STATUSES.has(status)) faults.push(`status ${status}`);
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers.get('retry-after') ?? '')) {
    faults.push(`${status} without Retry-After`);
  }
  if (status === 405 && !headers.has('allow')) faults.push('405 without Allow');
  const type = headers.get('content-type') ?? '';
  if (status === 304) return faults;
  const isKnown = /^(application\/(a2a\+)?json|text\/event-stream)\b/.test(type);
  if (hasBody && !isKnown) faults.push(`the content type is ${type || 'missing'}`);
  if (/<(!doctype|html|pre)/i.test(body.toString('utf8', 0, 200))) faults.push('it is HTML');
  if (headers.has('x-powered-by')) faults.push('it tells what it is made with');
  return faults;
}
