import type { Part, UrlPart } from '../../protocol/index.js';

/** Begins the URL of a part whose content is kept beside its task. Only the agent itself writes such parts. */
const SCHEME = 'a2a-content:';

/** Where the content of a part is kept. */
export interface ContentReference {
  /** The tenant that the task belongs to; empty for none. */
  readonly tenant: string;
  readonly contentId: string;
}

/** The URL of a part whose content is kept beside its task, as it is stored: it knows no address of the agent. */
export function contentUrl({ tenant, contentId }: ContentReference): string {
  // A lone surrogate has no UTF-8, and so no place in a URL.
  const wellFormed = Buffer.from(tenant).toString();
  return `${SCHEME}${encodeURIComponent(wellFormed)}/${contentId}`;
}

/**
 * What stands behind the scheme of a part that {@link contentUrl} made: the tenant, percent-encoded, a slash, and the
 * content's id.
 *
 * @returns undefined for any other part
 */
export function contentPathOf(part: Part): string | undefined {
  return 'url' in part && part.url.startsWith(SCHEME) ? part.url.slice(SCHEME.length) : undefined;
}

/** Whether a part that comes from outside has a URL that only the agent may write. */
export function isReserved(part: object): part is UrlPart {
  const { url } = part as Partial<UrlPart>;
  return typeof url === 'string' && url.trimStart().toLowerCase().startsWith(SCHEME);
}
