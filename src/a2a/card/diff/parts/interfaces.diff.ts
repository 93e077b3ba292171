import { quoted } from '../../lint/exposure/quoted.js';
import { interfacesOf } from '../../lint/reading/card-parts.js';
import type { Located, LooseObject } from '../../lint/reading/loose-json.js';
import { breaking, type CardChange, compatible } from '../comparing/card-change.js';
import { textChanges } from '../comparing/members.js';
import { type Pair, paired } from '../comparing/paired.js';

type Entry = Located<LooseObject>;

const COMPARED = new Set(['url', 'protocolBinding', 'protocolVersion', 'tenant']);

/** Where and how the agent is called. Entries go together by binding, version and tenant, then by their addresses. */
export function interfaceChanges(before: LooseObject, after: LooseObject): CardChange[] {
  const [old, fresh] = [interfacesOf(before), interfacesOf(after)];
  const pairs = paired(old, fresh, fullKeyOf);
  const kept = pairs.filter(isInBoth);
  // Several addresses of one kind are a preferred one and others in its place, so what is left over has moved.
  const moved = paired(
    pairs.flatMap(({ before: one, after: other }) => (one && !other ? [one] : [])),
    pairs.flatMap(({ before: one, after: other }) => (other && !one ? [other] : [])),
    kindKeyOf,
  );
  return [
    ...kept.flatMap((pair) => textChanges(pair, COMPARED)),
    ...moved.flatMap(movedChanges),
    ...orderChanges(kept.concat(moved.filter(isInBoth)), old, fresh),
  ];
}

interface Kept extends Pair<Entry> {
  readonly before: Entry;
  readonly after: Entry;
}

function isInBoth(pair: Pair<Entry>): pair is Kept {
  return pair.before !== undefined && pair.after !== undefined;
}

function movedChanges({ before, after }: Pair<Entry>): CardChange[] {
  if (before && after) {
    const [from, to] = [quoted(textOf(before.value.url)), quoted(textOf(after.value.url))];
    return [breaking('changed', `${after.pointer}/url`, `${nameOf(after)} was at ${from} and is at ${to}.`)];
  }
  return [
    ...(after ? [compatible('added', after.pointer, `${nameOf(after)} was added.`)] : []),
    ...(before
      ? [
          breaking(
            'removed',
            before.pointer,
            `${nameOf(before)} was removed: callers that use it are cut off.`,
          ),
        ]
      : []),
  ];
}

/** Callers take the first that they can speak, so the order is a preference (section 8.3.1). */
function orderChanges(
  kept: readonly Kept[],
  before: readonly Entry[],
  after: readonly Entry[],
): CardChange[] {
  const placesAfter = new Map(after.map((entry, place) => [entry, place]));
  const places = new Map(kept.map((pair) => [pair.before, placesAfter.get(pair.after)]));
  const order = before.map((entry) => places.get(entry)).filter((place) => place !== undefined);
  const isSorted = order.every((place, index) => index === 0 || place > (order[index - 1] ?? -1));
  const [preferred] = after;
  const wasPreferred = before[0] !== undefined && places.get(before[0]) === 0;
  if (preferred && kept.length > 0 && !wasPreferred) {
    return [compatible('changed', '/supportedInterfaces', `${nameOf(preferred)} is the preferred one now.`)];
  }
  return isSorted ? [] : [compatible('changed', '/supportedInterfaces', 'The order of preference changed.')];
}

function kindKeyOf({ value }: Entry): string {
  return JSON.stringify([value.protocolBinding, value.protocolVersion, textOf(value.tenant)]);
}

function fullKeyOf(entry: Entry): string {
  return JSON.stringify([kindKeyOf(entry), entry.value.url]);
}

function nameOf({ value }: Entry): string {
  const tenant = textOf(value.tenant);
  return (
    `The interface ${quoted(textOf(value.protocolBinding))} ${quoted(textOf(value.protocolVersion))}` +
    (tenant === '' ? '' : ` for tenant ${quoted(tenant)}`)
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
