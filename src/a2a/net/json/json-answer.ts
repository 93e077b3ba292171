import { isLong, jsonPieces } from './json-pieces.js';

/**
 * What to answer with a value as JSON. A long one is written piece by piece, only as fast as the reader takes it, and
 * no further when the reader leaves.
 *
 * @param contentType of the answer when it is long; a short one has what the response says
 * @returns the value itself when its JSON is short, to be sent at once and with its length; else a web response
 */
export function jsonAnswer<T extends object>(value: T, contentType: string): T | Response {
  return isLong(value) ? longAnswer(value, contentType) : value;
}

function longAnswer(value: object, contentType: string): Response {
  const encoder = new TextEncoder();
  const pieces = jsonPieces(value);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value: piece } = pieces.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(encoder.encode(piece));
        }
      },
      cancel() {
        pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: 200, headers: { 'content-type': contentType } });
}
