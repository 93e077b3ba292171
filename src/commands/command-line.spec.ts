import { describe, expect, it } from 'vitest';
import { readCommand } from './command-line.js';

describe('readCommand', () => {
  it('runs the agent unless told otherwise', () => {
    expect(readCommand([])).toEqual({ name: 'run' });
  });

  it('reads the commands', () => {
    expect(readCommand(['migrate'])).toEqual({ name: 'migrate' });
    expect(readCommand(['inspect', 'abc'])).toEqual({ name: 'inspect', taskId: 'abc' });
    const flags = { strict: false, production: false, json: false };
    expect(readCommand(['card-lint', 'a.json'])).toEqual({ name: 'card-lint', source: 'a.json', ...flags });
    expect(readCommand(['card-lint', '--strict', '--json', '-'])).toEqual({
      name: 'card-lint',
      source: '-',
      ...flags,
      strict: true,
      json: true,
    });
    expect(readCommand(['card-lint', '--production'])).toEqual({
      name: 'card-lint',
      ...flags,
      production: true,
    });
    expect(readCommand(['card-diff', 'a', 'b'])).toEqual({ name: 'card-diff', before: 'a', after: 'b' });
    expect(readCommand(['card-diff', 'a'])).toEqual({ name: 'card-diff', before: 'a' });
    expect(readCommand(['card'])).toEqual({ name: 'card' });
    expect(readCommand(['card', '--out', 'card.json'])).toEqual({ name: 'card', out: 'card.json' });
    expect(readCommand(['card-keygen', '--out', 'k.json', '--alg', 'EdDSA'])).toEqual({
      name: 'card-keygen',
      out: 'k.json',
      alg: 'EdDSA',
    });
    expect(readCommand(['--help'])).toEqual({ name: 'help' });
    expect(readCommand(['migrate', '--help'])).toEqual({ name: 'help' });
  });

  it.each([
    [['start'], /"start" is no command/],
    [['migrate', 'up'], /migrate takes no arguments/],
    [['card-lint', 'a', 'b'], /one file/],
    [['card-lint', '--fast', 'a'], /knows --strict/],
    [['card-diff'], /two files/],
    [['card-diff', 'a', 'b', 'c'], /two files/],
    [['card', 'a'], /card takes --out/],
    [['card-keygen'], /needs --out/],
    [['card-keygen', 'k.json'], /takes --out/],
    [['inspect'], /one task id/],
    [['inspect', 'a', 'b'], /one task id/],
  ])('knows not what to do with %j', (args, why) => {
    expect(readCommand(args)).toEqual({ name: 'unknown', why: expect.stringMatching(why) as string });
  });
});
