import { isLoopbackHost } from '../../net/loopback.js';

/** What is wrong with an address that secrets or keys go to or come from. @param place what the line calls it */
export function urlFaults(place: string, url: string): string[] {
  const isFit =
    URL.canParse(url) &&
    (new URL(url).protocol === 'https:' ||
      (new URL(url).protocol === 'http:' && isLoopbackHost(new URL(url).hostname)));
  return isFit ? [] : [`${place} must be an https address; http only on this machine.`];
}
