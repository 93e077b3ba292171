import type { ContentDescription } from '../../datastore/ports/index.js';

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
/** A type, and parameters that are tokens or quoted (RFC 9110, section 8.3.1). */
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}=(${TOKEN}|"[\\w !#-\\[\\]-~]*"))*$`);
const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_TYPE_LENGTH = 255;
const MAX_NAME_LENGTH = 255;

/** The media type as its giver has said it, where that is one. */
export function mediaTypeOf({ mediaType = '' }: ContentDescription): string {
  return mediaType.length <= MAX_TYPE_LENGTH && MEDIA_TYPE.test(mediaType) ? mediaType : UNKNOWN_TYPE;
}

/** A strong entity tag, quotes included. */
export function entityTagOf({ sha256 }: ContentDescription): string {
  return `"${sha256}"`;
}

/**
 * What every answer about a content has. Its giver is not trusted: it is for saving, and a browser that shows it all the
 * same runs nothing of it in the agent's name.
 */
export function contentHeaders(description: ContentDescription): Record<string, string> {
  return {
    etag: entityTagOf(description),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': dispositionOf(description),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}

function dispositionOf({ filename }: ContentDescription): string {
  if (filename === undefined || filename === '') {
    return 'attachment';
  }
  // A lone surrogate has no UTF-8; half a pair at the end is one.
  const name = Buffer.from(filename.slice(0, MAX_NAME_LENGTH)).toString();
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
