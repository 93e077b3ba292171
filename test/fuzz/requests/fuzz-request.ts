import fc from 'fast-check';
import type { BodyMutation } from './body-mutations.js';
import { bodyMutation } from './body-mutations.js';
import { brokenHeaders, type Framing, framing, type Header, isPlain, oddHeaders } from './heads.js';

/** A request as it goes out, but for the ids that its marks stand for. */
export interface FuzzRequest {
  readonly verb: string;
  /** What stands in the request line; Latin-1. */
  readonly target: string;
  /** They replace those of a good request. */
  readonly headers: readonly Header[];
  /** Text with marks; undefined: none. */
  readonly body?: string;
  readonly bodyMutation?: BodyMutation;
  readonly framing: Framing;
  /** Whether it must not be found ill-formed. */
  readonly isValid: boolean;
}

/** What is wrong around a request: nothing, most of the time. */
interface Surroundings {
  readonly headers: readonly Header[];
  readonly bodyMutation?: BodyMutation;
  readonly framing: Framing;
}

const PLAIN: Surroundings = { headers: [], framing: 'length' };

/** Surroundings in which a good request stays one. */
export const plainSurroundings: fc.Arbitrary<Surroundings> = fc.constantFrom<Surroundings>(
  PLAIN,
  PLAIN,
  PLAIN,
  { ...PLAIN, framing: 'chunked' },
);

/** Surroundings in which it does not. */
export const oddSurroundings: fc.Arbitrary<Surroundings> = fc.oneof(
  { weight: 5, arbitrary: bodyMutation.map((one) => ({ ...PLAIN, bodyMutation: one })) },
  { weight: 6, arbitrary: oddHeaders.map((headers) => ({ ...PLAIN, headers })) },
  { weight: 1, arbitrary: brokenHeaders.map((headers) => ({ ...PLAIN, headers })) },
  { weight: 1, arbitrary: framing.map((one) => ({ ...PLAIN, framing: one })) },
);

/** Whether whoever sent this can still use the connection: nothing in it speaks of the connection itself. */
export function keepsConnection({ verb, headers, framing: one }: FuzzRequest): boolean {
  const odd = new Set([
    'connection',
    'upgrade',
    'expect',
    'host',
    '',
    'x',
    'bad name',
    'x\0y',
    '\xe9',
    'cookie',
  ]);
  return isPlain(one) && verb !== 'CONNECT' && verb !== 'HEAD' && headers.every(([name]) => !odd.has(name));
}
