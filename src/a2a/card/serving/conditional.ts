import type { IncomingHttpHeaders } from 'node:http';

/** What tells whether a caller has a document already. */
interface Validators {
  /** Quotes included. */
  readonly etag: string;
  /** As HTTP writes times; absent where no time tells one content from another. */
  readonly lastModified?: string;
}

/**
 * Whether the caller has the document already and is to be answered 304 (RFC 9110, section 13). A time counts only
 * where no tag is given, and only if it is the very one that came with this content: a later one may have come with
 * other content of another process, or from before a group of skills was turned. What the caller asks of caches on the way (`Cache-Control: no-cache`) does not change that:
 * clients send it along with the tag.
 */
export function isNotModified(
  headers: Pick<IncomingHttpHeaders, 'if-none-match' | 'if-modified-since'>,
  { etag, lastModified }: Validators,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined) {
    return matchesEntityTag(tags, etag);
  }
  return since !== undefined && since.trim() === lastModified;
}

/**
 * Whether the caller has what the tag stands for (RFC 9110, section 13.1.2): tags are compared weakly, and `*`
 * matches whatever there is.
 *
 * @param ifNoneMatch the header, a list of tags
 * @param etag the document's tag, quotes included
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === '*' || tags.includes(etag);
}
