/**
 * One server-sent event.
 *
 * @param data a single line, as `JSON.stringify` makes it
 * @param id what a reader sends as Last-Event-ID to go on after this event
 */
export function sseFrame(data: string, id?: number): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** A comment: keeps the connection alive and is no event. */
export function sseComment(text: string): string {
  return `: ${text}\n\n`;
}

/** The end of a stream that is no end of its task: the reader is asked to come back. */
export function sseGoodbye(reason: string, retryMs: number): string {
  return `: ${reason}\nretry: ${retryMs}\n\n`;
}
