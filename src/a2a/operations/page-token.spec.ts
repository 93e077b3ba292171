import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InvalidParamsError } from '../protocol/index.js';
import { decodePageToken, encodePageToken } from './page-token.js';

const cursor = { statusAt: 1_700_000_000_000, taskId: 'task' };

describe('page tokens (B-19, BC-25)', () => {
  it('give back their position for the same listing', () => {
    const token = encodePageToken(cursor, ['owner', undefined, 'TASK_STATE_WORKING']);
    expect(decodePageToken(token, ['owner', undefined, 'TASK_STATE_WORKING'])).toEqual(cursor);
  });

  it.each([
    ['another owner', ['other', undefined]],
    ['other filters', ['owner', 'context']],
  ])('are refused for %s', (_, listing) => {
    const token = encodePageToken(cursor, ['owner', undefined]);
    expect(() => decodePageToken(token, listing)).toThrow(InvalidParamsError);
  });

  it.each(['%%%', '', 'AAAA', Buffer.from('x'.repeat(40)).toString('base64url')])('refuse %j', (token) => {
    expect(() => decodePageToken(token, ['owner'])).toThrow(InvalidParamsError);
  });

  it.each([
    'null',
    'x',
    '[]',
    '{}',
    '["a","b"]',
    '[1.5,"b"]',
    '[1e400,"b"]',
    '[99999999999999999999,"x"]',
    '[1,{}]',
  ])('refuse the made-up position %s, although its check is right', (position) => {
    const check = createHash('sha256')
      .update(JSON.stringify([position, ['owner']]))
      .digest('base64url')
      .slice(0, 12);
    const token = Buffer.from(check + position).toString('base64url');
    expect(() => decodePageToken(token, ['owner'])).toThrow(InvalidParamsError);
  });
});
