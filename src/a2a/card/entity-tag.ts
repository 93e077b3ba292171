/**
 * Whether the caller has the document already (RFC 9110, section 13.1.2): tags are compared weakly, and `*`
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
