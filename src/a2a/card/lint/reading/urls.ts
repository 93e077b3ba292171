/** What an URL leads to, as far as rules ask. */
export interface UrlTarget {
  /** The scheme, such as `https`. */
  readonly scheme: string;
  /** As the URL standard spells it: lower-case, numbers as addresses, IPv6 without brackets. */
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

/** An authority is shorter; what is longer in a text is none. */
const MENTIONED_URL = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[\w.~%!$&'()*+,;=:@[\]-]{1,300}/gi;

/** @returns undefined for what is no absolute URL */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The target of a text that is an absolute URL with a host, and nothing besides. */
export function urlTarget(text: string): UrlTarget | undefined {
  const url = text.trim().includes(' ') ? undefined : parsedUrl(text);
  if (!url?.hostname) {
    return undefined;
  }
  return {
    scheme: url.protocol.slice(0, -1),
    host: standardHost(url.hostname),
    username: url.username,
    password: url.password,
  };
}

/** The target of `host:port`, as interfaces of gRPC may name it; undefined for other texts. */
export function hostPortTarget(text: string): UrlTarget | undefined {
  return /^[^\s/?#@]+:\d{1,5}$/.test(text) ? urlTarget(`http://${text}/`) : undefined;
}

/** The targets of the URLs that a text mentions among other words. */
export function mentionedTargets(text: string): UrlTarget[] {
  return [...text.matchAll(MENTIONED_URL)]
    .map(([mention]) => urlTarget(withoutPunctuation(mention)))
    .filter((target) => target !== undefined);
}

/** Schemes that are not of the web keep a host as it was written. */
function standardHost(hostname: string): string {
  return (parsedUrl(`http://${hostname}`)?.hostname ?? hostname.toLowerCase()).replace(/^\[|\]$/g, '');
}

/** The URL standard would take it for a part of the host. A bracket closes an IPv6 address, or a remark. */
function withoutPunctuation(mention: string): string {
  const last = mention.includes('[') ? /[\w\]]/ : /\w/;
  let end = mention.length;
  while (end > 0 && !last.test(mention[end - 1] ?? '')) end -= 1;
  return mention.slice(0, end);
}
