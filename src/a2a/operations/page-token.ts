import { createHash } from 'node:crypto';
import type { ListCursor } from '../datastore/ports/index.js';
import { InvalidParamsError } from '../protocol/index.js';

const CHECK_LENGTH = 12;

/**
 * The token of the page after this position. It holds for one listing only: the same owner and filters,
 * which go into its check. It says nothing that its holder has not seen, so it needs no secret.
 */
export function encodePageToken(cursor: ListCursor, listing: readonly unknown[]): string {
  const position = JSON.stringify([cursor.statusAt, cursor.taskId]);
  return Buffer.from(checkOf(position, listing) + position).toString('base64url');
}

/** @throws InvalidParamsError for a token that is garbled, or was made for another listing */
export function decodePageToken(token: string, listing: readonly unknown[]): ListCursor {
  const text = Buffer.from(token, 'base64url').toString();
  const position = text.slice(CHECK_LENGTH);
  if (text.slice(0, CHECK_LENGTH) === checkOf(position, listing)) {
    const cursor = readPosition(position);
    if (cursor) {
      return cursor;
    }
  }
  throw new InvalidParamsError([
    {
      field: 'pageToken',
      description:
        'is not a token of this listing; start again without one, or repeat the filters it was made with',
    },
  ]);
}

/** The check keeps mistakes out, not malice: what a caller has made up is looked at all the same. */
function readPosition(position: string): ListCursor | undefined {
  const [, statusAt, taskId] = /^\[(\d{1,15}),"([\w-]{1,100})"\]$/.exec(position) ?? [];
  return statusAt !== undefined && taskId !== undefined ? { statusAt: Number(statusAt), taskId } : undefined;
}

function checkOf(position: string, listing: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([position, listing.map((part) => part ?? null)]))
    .digest('base64url')
    .slice(0, CHECK_LENGTH);
}
