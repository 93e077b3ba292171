import fc from 'fast-check';

/** One thing that is wrong with a body as bytes; places are shares of its length. */
export type BodyMutation =
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number; readonly bytes: string }
  | { readonly kind: 'flip'; readonly at: number; readonly bit: number }
  /** Sends it twice, with something between. */
  | { readonly kind: 'join'; readonly between: string }
  | { readonly kind: 'around'; readonly before: string; readonly after: string };

/** Bytes that are no UTF-8: overlong, surrogates, beyond Unicode, cut, never allowed. In Latin-1. */
const NO_UTF8 = [
  '\xc0\x80',
  '\xe0\x80\xaf',
  '\xed\xa0\x80',
  '\xf5\x80\x80\x80',
  '\xe2\x82',
  '\xff',
  '\x80',
  '\xf0\x9f\x98',
];
/** Text that is no JSON, and some that is in places. */
const NO_JSON = [
  '\xef\xbb\xbf',
  '\x00',
  '/**/',
  '//\n',
  ',',
  '}',
  ']',
  '{',
  '[',
  '"',
  "'",
  'NaN',
  '+1',
  '01',
  '\\u',
  '\t',
  '\x0b',
  '\xc2\xa0',
  '\xe2\x80\xa8',
];

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** What is wrong with a body as bytes. */
export const bodyMutation: fc.Arbitrary<BodyMutation> = fc.oneof(
  share.map((one): BodyMutation => ({ kind: 'cut', at: one })),
  fc
    .tuple(share, fc.constantFrom(...NO_UTF8, ...NO_JSON))
    .map(([one, bytes]): BodyMutation => ({ kind: 'insert', at: one, bytes })),
  fc.tuple(share, fc.nat(7)).map(([one, bit]): BodyMutation => ({ kind: 'flip', at: one, bit })),
  fc.constantFrom('', '\n', ',', ' ', '\0').map((between): BodyMutation => ({ kind: 'join', between })),
  fc
    .tuple(
      fc.constantFrom('', '[', '\xef\xbb\xbf', ' \r\n\t', ")]}'\n", '"'),
      fc.constantFrom('', ']', ' \n', '\0', ']]', 'x'),
    )
    .map(([before, after]): BodyMutation => ({ kind: 'around', before, after })),
);

/** The bytes of a text with what is wrong with them. */
export function bytesOf(text: string, mutation?: BodyMutation): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (mutation === undefined) return bytes;
  if (mutation.kind === 'join') return Buffer.concat([bytes, latin(mutation.between), bytes]);
  if (mutation.kind === 'around')
    return Buffer.concat([latin(mutation.before), bytes, latin(mutation.after)]);
  const at = Math.floor(mutation.at * bytes.length);
  if (mutation.kind === 'cut') return bytes.subarray(0, at);
  if (mutation.kind === 'insert') {
    return Buffer.concat([bytes.subarray(0, at), latin(mutation.bytes), bytes.subarray(at)]);
  }
  const byte = bytes[at];
  if (byte !== undefined) bytes[at] = byte ^ (1 << mutation.bit);
  return bytes;
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
