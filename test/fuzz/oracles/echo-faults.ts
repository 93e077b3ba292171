import { stringify } from 'safe-stable-stringify';
import { isObject, parsed } from './json-checks.js';

const CONTENT = ['text', 'raw', 'url', 'data'];

/**
 * Whether what the skills `echo` and `reply` gave back is what was sent: a store that keeps text or numbers in a way
 * of its own changes them.
 *
 * @param body of the request, with the parameters of a good SendMessage as `params` or as a whole
 * @param result what was answered
 */
export function faultsOfEcho(body: Buffer | undefined, result: unknown): string[] {
  const sent = partsSent(parsed(body?.toString('utf8') ?? ''));
  const back = partsBack(result);
  if (!sent || !back) return [];
  const [before, after] = [stringify(sent), stringify(back)];
  return before === after ? [] : [`it gives back ${after.slice(0, 500)} for ${before.slice(0, 500)}`];
}

function partsSent(body: unknown): object[] | undefined {
  if (!isObject(body)) return undefined;
  const { message } = isObject(body.params) ? body.params : body;
  if (!isObject(message) || !Array.isArray(message.parts) || message.taskId !== undefined) return undefined;
  return message.parts.map(canonical);
}

/** Members that are null are not there, except for data. */
function canonical(part: object): object {
  return Object.fromEntries(
    Object.entries(part).filter(([name, value]) => value !== null || name === CONTENT.at(-1)),
  );
}

function partsBack(result: unknown): unknown {
  if (!isObject(result)) return undefined;
  const { task, message } = result;
  if (isObject(message)) return message.parts;
  const artifacts = isObject(task) && Array.isArray(task.artifacts) ? (task.artifacts as unknown[]) : [];
  const [first] = artifacts;
  return isObject(first) && first.artifactId === 'echo' ? first.parts : undefined;
}
