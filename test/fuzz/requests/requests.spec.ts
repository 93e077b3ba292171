import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cancelTaskRequest,
  getTaskRequest,
  listTasksRequest,
  sendMessageRequest,
  subscribeToTaskRequest,
} from '../../../src/a2a/index.js';
import { TARGETS } from '../fuzz-target.js';
import { validCall } from './calls.js';
import type { FuzzRequest } from './fuzz-request.js';
import { object, textOf } from './json-tree.js';
import { mutated } from './tree-mutations.js';

const SCHEMAS = {
  SendMessage: sendMessageRequest,
  GetTask: getTaskRequest,
  ListTasks: listTasksRequest,
  CancelTask: cancelTaskRequest,
  SubscribeToTask: subscribeToTaskRequest,
};

describe('the requests of the fuzz tests', () => {
  it.each(Object.entries(SCHEMAS))('name every member that the schema of %s has', (operation, schema) => {
    const calls = fc
      .sample(validCall, { seed: 1, numRuns: 2_000 })
      .filter((call) => call.operation === operation);
    const named = new Set(calls.flatMap(({ params }) => Object.keys(params)));
    // Page tokens are the agent's own.
    named.add('pageToken');
    expect(Object.keys(schema.shape).filter((member) => !named.has(member))).toEqual([]);
  });

  it('are good ones when they say so', () => {
    for (const { operation, params } of fc.sample(validCall, { seed: 2, numRuns: 2_000 })) {
      const schema = SCHEMAS[operation as keyof typeof SCHEMAS] as (typeof SCHEMAS)['GetTask'] | undefined;
      expect(schema?.safeParse(JSON.parse(textOf(object(params)))).error).toBeUndefined();
    }
  });

  it.each(TARGETS)('$name: come again with their seed, each by its place', ({ request }) => {
    const drawn = fc.sample(request, { seed: 3, numRuns: 200 });
    for (const place of [0, 1, 57, 199]) {
      let first: FuzzRequest | undefined;
      const fails = (one: FuzzRequest) => {
        first ??= one;
        return false;
      };
      fc.check(fc.property(request, fails), {
        seed: 3,
        path: `${place}`,
        numRuns: 1,
        endOnFailure: true,
      });
      expect(first).toEqual(drawn[place]);
    }
  });

  it('are changed where a mutation says, and nowhere else', () => {
    const tree = object({ a: [1, object({ b: 'x' })], c: null });
    const at = (place: number) =>
      textOf(mutated(tree, [{ at: place, change: { kind: 'replace', with: 'new' } }]));
    expect([0, 1, 2, 3, 4, 5, 6].map(at)).toEqual([
      '"new"',
      '{"a":"new","c":null}',
      '{"a":["new",{"b":"x"}],"c":null}',
      '{"a":[1,"new"],"c":null}',
      '{"a":[1,{"b":"new"}],"c":null}',
      '{"a":[1,{"b":"x"}],"c":"new"}',
      '"new"',
    ]);
    const added = { kind: 'add', name: '__proto__', value: 1, isFirst: true } as const;
    expect(textOf(mutated(tree, [{ at: 0, change: added }]))).toBe(
      '{"__proto__":1,"a":[1,{"b":"x"}],"c":null}',
    );
    expect(textOf(mutated(tree, [{ at: 2, change: { kind: 'wrap', depth: 2, as: 'object' } }]))).toBe(
      '{"a":[{"a":{"a":1}},{"b":"x"}],"c":null}',
    );
  });
});
