import { createHash } from 'node:crypto';

/** A document as it is served: bytes and their tag, made once. */
export interface ServedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A strong entity tag, quotes included: equal only for equal bytes. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param headers go with the document, its content-type among them */
export function servedDocument(text: string, headers: Readonly<Record<string, string>>): ServedDocument {
  const bytes = new TextEncoder().encode(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { bytes, etag, headers: { 'x-content-type-options': 'nosniff', ...headers } };
}

/** @param value is served as JSON that people can read */
export function servedJson(value: object): ServedDocument {
  return servedDocument(`${JSON.stringify(value, undefined, 2)}\n`, {
    'content-type': 'application/json; charset=utf-8',
  });
}
