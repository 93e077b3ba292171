import type { RequestFacts } from '../../authentication/request-facts.js';

/** What of a request can be signed. */
export type SignedFacts = Pick<RequestFacts, 'method' | 'target' | 'lines'>;

/** The address of a request, up to its path. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** The components that are no fields (RFC 9421, section 2.2), as far as requests have them and they take no parameters. */
const DERIVED: Readonly<Record<string, (facts: SignedFacts) => string>> = {
  '@method': ({ method }) => method,
  '@target-uri': ({ target }) => `${new URL(target).origin}${placeIn(target)}`,
  '@authority': ({ target }) => new URL(target).host,
  '@scheme': ({ target }) => new URL(target).protocol.slice(0, -1),
  '@request-target': ({ target }) => placeIn(target),
  '@path': ({ target }) => placeIn(target).replace(/\?.*$/, ''),
  '@query': ({ target }) => /\?.*$/.exec(placeIn(target))?.[0] ?? '?',
};

/**
 * The value of a component as it is signed.
 *
 * @param name in lower case
 * @returns undefined when the request has no such component
 */
export function componentValue(name: string, facts: SignedFacts): string | undefined {
  return name.startsWith('@')
    ? Object.hasOwn(DERIVED, name)
      ? DERIVED[name]?.(facts)
      : undefined
    : fieldValue(facts.lines(name));
}

/**
 * All lines of a field as one value (RFC 9421, section 2.1).
 *
 * @returns undefined for a field that is not there
 */
export function fieldValue(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : lines.map(unfolded).join(', ');
}

/** Without the line breaks that HTTP/1.1 once allowed in a value (RFC 9112, section 5.2), and the space around it. */
function unfolded(line: string): string {
  return line.split(/\r?\n/).map(trimmed).join(' ');
}

/** Less than `trim` takes away, and in one pass, whatever comes. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** Path and query as the caller wrote them; an empty path is a slash (RFC 9421, section 2.2.6). */
function placeIn(target: string): string {
  const place = target.replace(ORIGIN, '');
  return place.startsWith('/') ? place : `/${place}`;
}
