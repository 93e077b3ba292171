import type { A2AOptions } from '../../options/a2a-options.js';
import { CardError } from '../card-error.js';

/** @throws CardError for options that would make a card, or its headers, of which callers can make nothing */
export function checkCardOptions({ publicUrl, card }: Pick<A2AOptions, 'publicUrl' | 'card'>): void {
  if (!isBase(publicUrl)) {
    throw new CardError(
      `publicUrl is ${JSON.stringify(publicUrl)}. Set it to an http or https address without a slash at its end, ` +
        'query, fragment or password, such as https://agent.example.com: paths are put behind it.',
    );
  }
  const maxAge = card?.maxAgeSeconds ?? 0;
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
    throw new CardError(`card.maxAgeSeconds is ${maxAge}. Set it to a whole number of seconds, 0 or more.`);
  }
}

function isBase(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address);
    const isWeb = protocol === 'http:' || protocol === 'https:';
    return isWeb && username === '' && password === '' && !/[?#\s]|\/$/.test(address);
  } catch {
    return false;
  }
}
