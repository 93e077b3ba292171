import type { Answer } from '../wire/answer-reader.js';
import { faultsOfEcho } from './echo-faults.js';
import {
  eventsOf,
  faultsOfDetails,
  faultsOfResponse,
  lacksSkill,
  isObject,
  leaksIn,
  parsed,
} from './json-checks.js';

const NAMES = new Set([
  'INVALID_ARGUMENT',
  'NOT_FOUND',
  'FAILED_PRECONDITION',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'RESOURCE_EXHAUSTED',
  'UNIMPLEMENTED',
  'UNAVAILABLE',
]);
/** What says that a request is not well formed. */
const ILL_FORMED = new Set(['INVALID_JSON', 'INVALID_REQUEST', 'INVALID_PARAMS', 'METHOD_NOT_FOUND']);

/**
 * @param sent the body of the request
 * @returns what is wrong with an answer of the binding
 */
export function faultsOfHttpJson(
  { status, headers, body, end }: Answer,
  sent: Buffer | undefined,
  isValid: boolean,
): string[] {
  const text = body.toString('utf8');
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    const events = eventsOf(end === 'whole' ? text : text.slice(0, text.lastIndexOf('\n\n') + 2));
    return events?.flatMap((event) => faultsOfEvent(parsed(event))) ?? ['it is no event stream'];
  }
  const answer = parsed(text);
  if (!isObject(answer)) return ['it is no JSON object'];
  if (status === 200) {
    if ('error' in answer) return ['an error with status 200'];
    return isValid ? faultsOfEcho(sent, answer) : [];
  }
  return faultsOfError(answer.error, { status, isValid });
}

function faultsOfEvent(event: unknown): string[] {
  return isObject(event) && 'error' in event
    ? faultsOfError(event.error, { isValid: true })
    : faultsOfResponse(event);
}

function faultsOfError(
  error: unknown,
  { status, isValid }: { readonly status?: number; readonly isValid: boolean },
): string[] {
  if (!isObject(error)) return ['it has no error'];
  const { code, status: name, message, details } = error;
  const faults: string[] = [];
  if (status !== undefined && code !== status) faults.push(`code ${String(code)} with status ${status}`);
  if (typeof name !== 'string' || !NAMES.has(name)) faults.push(`the status is called ${String(name)}`);
  if (typeof message !== 'string') faults.push('the error has no message');
  const reason: unknown = Array.isArray(details) && isObject(details[0]) ? details[0].reason : undefined;
  if (typeof reason !== 'string') faults.push('it has no ErrorInfo');
  else if (isValid && ILL_FORMED.has(reason) && !lacksSkill(details))
    faults.push(`a good request is refused with ${reason} ${JSON.stringify(details)}`);
  return [...faults, ...faultsOfDetails(details), ...leaksIn(JSON.stringify(error))];
}
