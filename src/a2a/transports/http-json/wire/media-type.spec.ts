import { expect, it } from 'vitest';
import { answerType } from './media-type.js';

it.each([
  [undefined, 'application/a2a+json'],
  ['*/*', 'application/a2a+json'],
  ['application/*', 'application/a2a+json'],
  ['text/html', 'application/a2a+json'],
  ['application/a2a+json', 'application/a2a+json'],
  ['application/json, application/a2a+json', 'application/a2a+json'],
  ['application/json, text/plain, */*', 'application/a2a+json'],
  ['application/json', 'application/json'],
  ['Application/JSON; charset=utf-8', 'application/json'],
  ['application/json, text/event-stream', 'application/json'],
  ['application/json, application/a2a+json;q=0', 'application/json'],
  ['application/json;q=0.5, */*;q=0.000', 'application/json'],
  ['application/json, */*;q=0.1', 'application/a2a+json'],
])('L-1 accept %j is answered with %s', (accept, type) => {
  expect(answerType(accept)).toBe(type);
});
