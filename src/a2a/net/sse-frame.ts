/**
 * One server-sent event.
 *
 * @param data a single line, as `JSON.stringify` makes it
 * @param id what a reader sends as Last-Event-ID to go on after this event
 * @param type what readers tell events apart by; `message` unless given
 * @param retryMs after which a reader should come back, in milliseconds
 */
export function sseFrame(
  data: string,
  { id, type, retryMs }: { id?: number; type?: string; retryMs?: number } = {},
): string {
  const typeLine = type === undefined ? '' : `event: ${type}\n`;
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  const retryLine = retryMs === undefined ? '' : `retry: ${retryMs}\n`;
  return `${typeLine}${idLine}${retryLine}data: ${data}\n\n`;
}

/** A comment: keeps the connection alive and is no event. */
export function sseComment(text: string): string {
  return `: ${text}\n\n`;
}

/** The end of a stream that is no end of its task: the reader is asked to come back. */
export function sseGoodbye(reason: string, retryMs: number): string {
  return `: ${reason}\nretry: ${retryMs}\n\n`;
}
