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

const STATUS_OF: Readonly<Record<number, readonly number[]>> = {
  [-32700]: [200],
  [-32600]: [200, 405, 413, 415],
  [-32601]: [200],
  [-32602]: [200],
  [-32603]: [503],
  [-32000]: [401, 403, 429],
  [-32001]: [200],
  [-32002]: [200],
  [-32003]: [200],
  [-32004]: [200],
  [-32005]: [200],
  [-32008]: [200],
  [-32009]: [200],
};
/** What says that a call is not well formed. */
const ILL_FORMED = new Set([-32700, -32600, -32601, -32602]);

/** The id that the answer to a body must have; undefined when there is none to be told. */
function idIn(body: Buffer | undefined): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
  const call = parsed(text);
  const id = isObject(call) ? call.id : undefined;
  const isId =
    id === null ||
    typeof id === 'string' ||
    (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
  return isId ? id : undefined;
}

/**
 * @param body of the request
 * @returns what is wrong with an answer of the binding
 */
export function faultsOfJsonRpc(
  { status, headers, body: bytes, end }: Answer,
  body: Buffer | undefined,
  isValid: boolean,
): string[] {
  const text = bytes.toString('utf8');
  if (!headers.get('content-type')?.startsWith('text/event-stream')) {
    const response = parsed(text);
    const faults = faultsOfOne(response, { status, id: idIn(body), isValid });
    return isValid && isObject(response) ? [...faults, ...faultsOfEcho(body, response.result)] : faults;
  }
  const events = eventsOf(end === 'whole' ? text : text.slice(0, text.lastIndexOf('\n\n') + 2));
  if (!events) return ['it is no event stream'];
  return events.flatMap((event) => {
    const response = parsed(event);
    const faults = faultsOfOne(response, { status, id: idIn(body), isValid: true });
    return isObject(response) && 'result' in response
      ? [...faults, ...faultsOfResponse(response.result)]
      : faults;
  });
}

interface Expected {
  readonly status: number;
  readonly id: unknown;
  readonly isValid: boolean;
}

function faultsOfOne(response: unknown, { status, id, isValid }: Expected): string[] {
  if (!isObject(response)) return ['it is no JSON object'];
  const faults = response.jsonrpc === '2.0' ? [] : ['jsonrpc is not 2.0'];
  const names = Object.keys(response).toSorted().join();
  if (names === 'id,jsonrpc,result') {
    return status === 200 && response.id === (id ?? null)
      ? faults
      : [...faults, `a result with id ${JSON.stringify(response.id)}`];
  }
  if (names !== 'error,id,jsonrpc' || !isObject(response.error)) return [...faults, `it has ${names}`];
  const { code, message, data } = response.error;
  if (typeof code !== 'number' || typeof message !== 'string')
    return [...faults, 'the error has no code or message'];
  if (!STATUS_OF[code]?.includes(status)) faults.push(`code ${code} with status ${status}`);
  // What is refused before it is parsed has no id.
  const mayBeNull = status !== 200 || code === -32602;
  if (response.id !== (id ?? null) && !(mayBeNull && response.id === null))
    faults.push(`id ${JSON.stringify(response.id)} in the place of ${JSON.stringify(id)}`);
  if (isValid && ILL_FORMED.has(code) && !lacksSkill(data))
    faults.push(`a good call is refused with ${code} ${JSON.stringify(data)}`);
  return [
    ...faults,
    ...(data === undefined ? [] : faultsOfDetails(data)),
    ...leaksIn(JSON.stringify(response.error)),
  ];
}
