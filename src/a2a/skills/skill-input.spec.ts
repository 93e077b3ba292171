import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Message, Part } from '../protocol/index.js';
import { InvalidInput } from './invalid-input.js';
import { skillInput } from './skill-input.js';

class File {
  @IsString()
  path: string;
}

class Request {
  @IsInt()
  level: number;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => File)
  files: File[];
}

const message = (...parts: Part[]): Message => ({ messageId: 'm', role: 'ROLE_USER', parts });
const faults = async (input: Promise<unknown>) => {
  const error: unknown = await input.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidInput);
  return error as InvalidInput;
};

describe('skillInput', () => {
  it('is the last message when the skill declares no input', async () => {
    const last = message({ text: 'b' });
    expect(await skillInput(undefined, [message({ text: 'a' }), last])).toBe(last);
  });

  it('is an instance of the DTO, from the first data part', async () => {
    const input = await skillInput(Request, [
      message({ text: 'x' }, { data: { level: 1, files: [{ path: 'p' }] } }),
    ]);
    expect(input).toBeInstanceOf(Request);
    expect(input).toEqual({ level: 1, files: [{ path: 'p' }] });
  });

  it('joins what later turns add', async () => {
    const turns: [Message, Message] = [message({ data: { level: 1 } }), message({ data: { files: [] } })];
    expect(await skillInput(Request, turns)).toEqual({ level: 1, files: [] });
  });

  it('names missing members, worth asking for', async () => {
    const error = await faults(skillInput(Request, [message({ data: { files: [] } })]));
    expect(error.isIncomplete).toBe(true);
    expect(error.message).toContain('level');
  });

  it('names wrong members by path, not worth asking for', async () => {
    const error = await faults(skillInput(Request, [message({ data: { level: 1, files: [{ path: 5 }] } })]));
    expect(error.isIncomplete).toBe(false);
    expect(error.faults.map(({ field }) => field)).toContain('files.0.path');
  });

  it('asks when there is no data at all', async () => {
    expect((await faults(skillInput(Request, [message({ text: 'hi' })]))).isIncomplete).toBe(true);
  });

  it('takes any Standard Schema', async () => {
    const schema = z.object({ level: z.number(), name: z.string().default('n') });
    expect(await skillInput(schema, [message({ data: { level: 2 } })])).toEqual({ level: 2, name: 'n' });
    expect((await faults(skillInput(schema, [message({ data: {} })]))).isIncomplete).toBe(true);
    expect((await faults(skillInput(schema, [message({ data: { level: 'x' } })]))).isIncomplete).toBe(false);
  });

  it('is not fooled by __proto__', async () => {
    const data = JSON.parse('{"level":1,"files":[],"__proto__":{"polluted":true}}') as never;
    const input = (await skillInput(Request, [message({ data })])) as Record<string, unknown>;
    expect(input['polluted']).toBeUndefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
