import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../scripts/', import.meta.url);

/** Where each script stands in `scripts/`; the head of each file says what it takes and returns. */
const FILES = {
  create: 'tasks/create',
  append: 'tasks/append',
  claim: 'tasks/claim',
  renew: 'tasks/renew',
  release: 'tasks/release',
  saveStep: 'tasks/save-step',
  requeue: 'tasks/requeue',
  deleteTask: 'tasks/delete',
  load: 'reading/load',
  loadWithin: 'reading/load-within',
  readEvents: 'reading/read-events',
  listPage: 'reading/list-page',
  inspect: 'reading/inspect',
  tellSweep: 'sweep/tell',
  lookAt: 'sweep/look-at',
  popDue: 'sweep/pop',
  settleDue: 'sweep/settle',
  takeDue: 'sweep/take-due',
  expireLease: 'sweep/expire-lease',
  findDelivery: 'deliveries/find',
  findDeliveredTurn: 'deliveries/find-turn',
  beginDelivery: 'deliveries/begin',
  endDelivery: 'deliveries/end',
  reserveDelivery: 'deliveries/reserve',
  giveUpDelivery: 'deliveries/give-up',
  place: 'queues/place',
  reached: 'queues/reached',
  announce: 'queues/announce',
  lastAnnounced: 'queues/last-announced',
} as const;

export type ScriptName = keyof typeof FILES;

const INCLUDES = /^-- @include (.+)$/gm;

/** The source of a script behind all that it includes, each once. */
function sourceOf(file: string, included = new Set<string>()): string {
  const source = readFileSync(new URL(`${file}.lua`, FOLDER), 'utf8');
  const names = [...source.matchAll(INCLUDES)].flatMap(([, list = '']) => list.split(', '));
  const before = names.map((name) => {
    if (included.has(name)) {
      return '';
    }
    included.add(name);
    return sourceOf(`include/${name}`, included);
  });
  return [...before, source].join('');
}

/** The Lua source of each script. */
export const SCRIPTS = Object.fromEntries(
  Object.entries(FILES).map(([name, file]) => [name, sourceOf(file)]),
) as Readonly<Record<ScriptName, string>>;

/** What the server calls each script. */
export const DIGESTS = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, lua]) => [name, createHash('sha1').update(lua).digest('hex')]),
) as Readonly<Record<ScriptName, string>>;
