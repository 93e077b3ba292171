import { describe, expect, it } from 'vitest';
import { jsonAnswer } from './json-answer.js';
import { PIECE_LENGTH } from './json-pieces.js';

const JSON_TYPE = 'application/json';

/** A text that is long, and one that tells that it was written. */
function watched(): { value: object; written: () => number } {
  let written = 0;
  const told = { toJSON: () => (written += 1) };
  const text = 'x'.repeat(2 * PIECE_LENGTH);
  return { value: [text, told, text, told, text], written: () => written };
}

function responseTo(value: object): Response {
  const answer = jsonAnswer(value, JSON_TYPE);
  if (!(answer instanceof Response)) throw new Error('The answer is short.');
  return answer;
}

describe('jsonAnswer', () => {
  it('is the value itself when it is short', () => {
    const value = { a: 1 };
    expect(jsonAnswer(value, JSON_TYPE)).toBe(value);
  });

  it('is a response with the same bytes when it is long', async () => {
    const value = { text: '漢😀"'.repeat(PIECE_LENGTH) };
    const response = responseTo(value);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, JSON_TYPE]);
    expect(await response.text()).toBe(JSON.stringify(value));
  });

  it('is written no faster than it is read, and no further when its reader leaves', async () => {
    const { value, written } = watched();
    const reader = responseTo(value).body!.getReader();
    await reader.read();
    await new Promise(setImmediate);
    expect(written()).toBe(0);
    while (written() === 0) await reader.read();
    await reader.cancel();
    await new Promise(setImmediate);
    expect(written()).toBe(1);
  });
});
