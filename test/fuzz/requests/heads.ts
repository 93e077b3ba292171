import fc from 'fast-check';

export type Header = readonly [name: string, value: string];

/** How the end of a body is told; all but the first two are wrong or strange, and cost the connection. */
export type Framing =
  | 'length'
  | 'chunked'
  | 'none'
  | 'short'
  | 'long'
  | 'both'
  | 'two lengths'
  | 'no number'
  | 'broken chunks'
  | 'chunk extension';

const LONG = 'x'.repeat(20_000);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    '',
    'text/plain',
    'application/json',
    'APPLICATION/JSON',
    'application/a2a+json; charset=utf-8',
    'application/json;charset=latin1',
    'application/json; charset="UTF-8"; x=y',
    'application/json, text/html',
    'multipart/form-data; boundary=x',
    ';',
    'application/json\xe9',
  ],
  'a2a-version': [
    '',
    '1.0',
    '1.0.3',
    '1',
    '0.3',
    '9.9',
    '1.0, 1.0',
    'v1.0',
    '1.0\t',
    '\xb9.0',
    '1'.repeat(3_000),
  ],
  'a2a-extensions': [
    '',
    ',',
    'urn:nest-a2a:progress:v1',
    'urn:nest-a2a:skill:v1,,x',
    'x,'.repeat(3_000),
    '\xff',
  ],
  'last-event-id': [
    '',
    '0',
    '1',
    '2',
    '-1',
    '1.5',
    'abc',
    '999999999999999',
    '99999999999999999999',
    '0x1',
    ' 1 ',
  ],
  accept: [
    '',
    '*/*',
    'text/html',
    'text/event-stream',
    'application/json',
    'application/json;q=0',
    'application/*, text/html;q=0.9',
    ',;q=,',
    'x'.repeat(3_000),
  ],
  'accept-encoding': ['gzip, br', 'identity;q=0', '*;q=0'],
  'content-encoding': ['gzip', 'identity', 'br', ''],
  authorization: [
    '',
    'Bearer',
    'Bearer x',
    'Bearer x.y.z',
    'Basic YTpi',
    'bearer  ',
    `Bearer ${'a.'.repeat(2_000)}`,
    'Bearer \xff',
  ],
  expect: ['100-continue', 'something'],
  connection: ['close', 'upgrade', 'keep-alive, x'],
  upgrade: ['websocket', 'h2c'],
  'if-none-match': ['*', '"x"'],
  range: ['bytes=0-0'],
  cookie: ['a=b; __proto__=x', LONG],
  'x-forwarded-host': ['evil.example'],
  'x-http-method-override': ['DELETE'],
  origin: ['null', 'https://evil.example'],
  ['__proto__']: ['x'],
  constructor: ['x'],
};

/** Headers that come on top of those of a good request, or in their place. */
export const oddHeaders: fc.Arbitrary<readonly Header[]> = fc.array(
  fc
    .constantFrom(...Object.keys(VALUES))
    .chain((name) => fc.constantFrom(...(VALUES[name] ?? [''])).map((value): Header => [name, value])),
  { minLength: 1, maxLength: 3 },
);

/** Lines that are no headers, or not where they stand. */
export const brokenHeaders: fc.Arbitrary<readonly Header[]> = fc
  .constantFrom<Header>(
    ['bad name', 'x'],
    ['', 'x'],
    ['x\0y', 'z'],
    ['x', 'a\0b'],
    ['x', 'a\r\n folded'],
    ['host', 'a'],
    ['\xe9', 'x'],
    ['x', LONG],
  )
  .map((header) => [header]);

export const framing: fc.Arbitrary<Framing> = fc.constantFrom<Framing>(
  'length',
  'chunked',
  'none',
  'short',
  'long',
  'both',
  'two lengths',
  'no number',
  'broken chunks',
  'chunk extension',
);

/** Whether the server can tell where the request ends, and so keep the connection. */
export function isPlain(one: Framing): boolean {
  return one === 'length' || one === 'chunked';
}

const length = (bytes: number): Header => ['content-length', `${bytes}`];
const CHUNKED: Header = ['transfer-encoding', 'chunked'];

const FRAMES: Readonly<Record<Framing, (body: Buffer) => readonly [readonly Header[], Buffer]>> = {
  length: (body) => [[length(body.length)], body],
  chunked: (body) => [[CHUNKED], chunks(body, '')],
  none: (body) => [[], body],
  short: (body) => [[length(Math.floor(body.length / 2))], body],
  long: (body) => [[length(body.length + 10)], body],
  both: (body) => [[length(body.length), CHUNKED], chunks(body, '')],
  'two lengths': (body) => [[length(body.length), length(body.length + 1)], body],
  'no number': (body) => [[['content-length', `-${body.length}`]], body],
  'broken chunks': (body) => [
    [CHUNKED],
    Buffer.concat([chunks(body, '').subarray(0, -5), Buffer.from('zz\r\n')]),
  ],
  'chunk extension': (body) => [[CHUNKED], chunks(body, ';a="b";c')],
};

/** The headers and the bytes with which a body goes out. */
export function framed(body: Buffer, one: Framing): readonly [readonly Header[], Buffer] {
  return FRAMES[one](body);
}

function chunks(body: Buffer, extension: string): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 3));
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    pieces.push(Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}
