/** Characters after which a piece is large enough to be sent. */
export const PIECE_LENGTH = 64 * 1024;

/** What a value that is neither text nor made of others counts for. */
const SMALL_LENGTH = 8;

/** Whether a value's JSON is longer than a piece; looks at no more of it than it takes to tell. */
export function isLong(value: unknown): boolean {
  return roomBeside(value, PIECE_LENGTH) < 0;
}

/**
 * The JSON of a value, piece by piece: together they are what `JSON.stringify` returns. Each is made when it is
 * asked for, so that of a large value never more than a small part stands in memory as JSON.
 *
 * @returns pieces of roughly {@link PIECE_LENGTH} characters, none of which ends within a pair of surrogates
 * @throws what `JSON.stringify` throws
 */
export function* jsonPieces(value: object): Generator<string, void, undefined> {
  let gathered = '';
  for (const text of textsOf(value) ?? []) {
    gathered += text;
    if (gathered.length >= PIECE_LENGTH) {
      yield gathered;
      gathered = '';
    }
  }
  if (gathered !== '') {
    yield gathered;
  }
}

/** @returns undefined for what has no JSON */
function textsOf(value: unknown): Iterable<string> | undefined {
  if (!isLong(value)) {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : [text];
  }
  if (typeof value === 'string') {
    return textsOfString(value);
  }
  return Array.isArray(value) ? textsOfArray(value) : textsOfObject(value as object);
}

function* textsOfString(value: string): Generator<string> {
  yield '"';
  for (let at = 0; at < value.length; ) {
    const end = at + PIECE_LENGTH;
    const isInPair = isHighSurrogate(value.charCodeAt(end - 1)) && isLowSurrogate(value.charCodeAt(end));
    const next = isInPair ? end - 1 : end;
    yield JSON.stringify(value.slice(at, next)).slice(1, -1);
    at = next;
  }
  yield '"';
}

function* textsOfArray(value: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const member of value) {
    yield before;
    yield* textsOf(member) ?? ['null'];
    before = ',';
  }
  yield ']';
}

function* textsOfObject(value: object): Generator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    const texts = textsOf(member);
    if (texts) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* texts;
      before = ',';
    }
  }
  yield before === '{' ? '{}' : '}';
}

/** What is left of some characters beside a value's JSON; negative when it takes more. Escapes do not count. */
function roomBeside(value: unknown, room: number): number {
  if (typeof value === 'string') {
    return room - value.length - 2;
  }
  if (typeof value !== 'object' || value === null || hasOwnForm(value)) {
    return room - SMALL_LENGTH;
  }
  let left = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; left >= 0 && index < value.length; index += 1) {
      left = roomBeside(value[index], left - 1);
    }
    return left;
  }
  for (const name in value) {
    left = roomBeside((value as Record<string, unknown>)[name], left - name.length - 4);
    if (left < 0) {
      break;
    }
  }
  return left;
}

/** Whether it is not written as its members are: a date, for one. */
function hasOwnForm(value: object): boolean {
  return (
    ('toJSON' in value && typeof value.toJSON === 'function') ||
    (!Array.isArray(value) && Object.prototype.toString.call(value) !== '[object Object]')
  );
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
