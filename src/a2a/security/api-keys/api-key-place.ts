import type { ApiKeySchemeOptions } from '../../options/security/scheme-options.js';
import type { RequestFacts } from '../authentication/request-facts.js';

/** Every key that a request has in the place of a scheme; empty ones are none. */
export function keysIn(
  facts: Pick<RequestFacts, 'lines' | 'target'>,
  { location, name }: Pick<ApiKeySchemeOptions, 'location' | 'name'>,
): readonly string[] {
  if (location === 'header') {
    return facts.lines(name.toLowerCase()).filter((key) => key !== '');
  }
  if (location === 'query') {
    return new URL(facts.target).searchParams.getAll(name).filter((key) => key !== '');
  }
  return cookiesOf(facts).flatMap(([cookie, key]) => (cookie === name && key !== '' ? [key] : []));
}

/**
 * Whether a browser sends the request for the page of another origin: then its cookies come along without anybody
 * having meant it (CSRF). What is no browser says nothing of it.
 */
export function isFromElsewhere({ headers, target }: Pick<RequestFacts, 'headers' | 'target'>): boolean {
  const site = headers['sec-fetch-site'];
  const { origin } = headers;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return isForeignSite || (origin !== undefined && origin !== new URL(target).origin);
}

/** RFC 6265, section 4.2.1; a value may stand in quotes. */
function cookiesOf(facts: Pick<RequestFacts, 'lines'>): [name: string, value: string][] {
  return facts
    .lines('cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => {
      const at = pair.indexOf('=');
      return [
        pair.slice(0, Math.max(at, 0)).trim(),
        pair
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ];
    });
}
