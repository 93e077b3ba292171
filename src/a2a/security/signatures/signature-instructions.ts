import { serializeInnerList } from 'structured-headers';
import { REQUEST_SIGNATURE_ALGORITHMS } from '../../options/security/signature-options.js';
import { DIGEST_ALGORITHMS } from './message/content-digest.js';
import { ALWAYS_COVERED, COVERED_IF_PRESENT, COVERED_WITH_BODY, MAX_LIFETIME_S } from './signature-rules.js';

/** How a request must be signed, for whoever has nothing but the card. */
export const SIGNATURE_INSTRUCTIONS =
  'Sign each request as RFC 9421 describes (Signature-Input and Signature), with exactly one signature, under any ' +
  `label. Cover ${quoted(ALWAYS_COVERED)}; if there is a body, ${quoted([COVERED_WITH_BODY])} too (Content-Digest of ` +
  `RFC 9530, ${DIGEST_ALGORITHMS.join(' or ')}); and, where the request has them, ${quoted(COVERED_IF_PRESENT)}; ` +
  'all without component parameters. Signature parameters: created, expires (at most ' +
  `${MAX_LIFETIME_S} seconds later), keyid, and a nonce that is never used again; alg may be left out. ` +
  `Algorithms: ${REQUEST_SIGNATURE_ALGORITHMS.join(', ')}.`;

/** The field Accept-Signature (RFC 9421, section 5.1): of these components those that the request has. */
export const ACCEPT_SIGNATURE = `sig=${serializeInnerList([
  [...ALWAYS_COVERED, COVERED_WITH_BODY, ...COVERED_IF_PRESENT].map((name) => [name, new Map()]),
  new Map([
    ['created', true],
    ['expires', true],
  ]),
])}`;

function quoted(names: readonly string[]): string {
  const words = names.map((name) => `"${name}"`);
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('');
}
