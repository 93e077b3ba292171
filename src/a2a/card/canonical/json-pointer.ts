/** Longer ones tell nobody more. */
const MAX_READABLE_LENGTH = 200;

/** @returns the JSON pointer (RFC 6901) of an object's member */
export function memberPointer(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * @returns the pointer as it may stand in a message: names in it can be a stranger's, so it gets no line breaks and
 *   no endless length
 */
export function readablePointer(pointer: string): string {
  const escaped = JSON.stringify(pointer.slice(0, MAX_READABLE_LENGTH)).slice(1, -1);
  return pointer.length > MAX_READABLE_LENGTH ? `${escaped}\u2026` : escaped;
}
