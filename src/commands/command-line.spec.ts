import { describe, expect, it } from 'vitest';
import { readCommand } from './command-line.js';

describe('readCommand', () => {
  it('runs the agent unless told otherwise', () => {
    expect(readCommand([])).toEqual({ name: 'run' });
  });

  it('reads the commands', () => {
    expect(readCommand(['migrate'])).toEqual({ name: 'migrate' });
    expect(readCommand(['inspect', 'abc'])).toEqual({ name: 'inspect', taskId: 'abc' });
    expect(readCommand(['--help'])).toEqual({ name: 'help' });
    expect(readCommand(['migrate', '--help'])).toEqual({ name: 'help' });
  });

  it.each([
    [['start'], /"start" is no command/],
    [['migrate', 'up'], /migrate takes no arguments/],
    [['inspect'], /one task id/],
    [['inspect', 'a', 'b'], /one task id/],
  ])('knows not what to do with %j', (args, why) => {
    expect(readCommand(args)).toEqual({ name: 'unknown', why: expect.stringMatching(why) as string });
  });
});
