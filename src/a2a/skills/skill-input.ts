import { plainToInstance } from 'class-transformer';
import { type ValidationError, validate } from 'class-validator';
import { InvalidInput, type InputFault } from './invalid-input.js';
import { isStandardSchema } from './face/standard-schema.js';
import type { SkillInputSchema } from './face/skill-options.js';
import type { Message } from '../protocol/index.js';

type Dto = new () => object;
type FromMessage = { fromMessage?(message: Message): unknown };

/**
 * What a handler gets as its first argument: the message that opened the turn, or the validated input.
 *
 * @param messages the task's user messages, oldest first; the last opened the turn
 * @throws InvalidInput when members are missing or wrong
 */
export async function skillInput(
  schema: SkillInputSchema | undefined,
  messages: readonly [Message, ...Message[]],
): Promise<unknown> {
  if (!schema) {
    return messages.at(-1);
  }
  const read = isStandardSchema(schema)
    ? dataOf
    : ((schema as FromMessage).fromMessage?.bind(schema) ?? dataOf);
  const values = messages.map((message) => read(message)).filter((value) => value !== undefined);
  const merged: unknown = values.every(isObject) ? Object.assign({}, ...values) : values.at(-1);
  return isStandardSchema(schema) ? validateSchema(schema, merged) : validateDto(schema, merged);
}

function dataOf(message: Message): unknown {
  return message.parts.find((part) => 'data' in part)?.data;
}

async function validateSchema(schema: Extract<SkillInputSchema, object>, value: unknown): Promise<unknown> {
  if (!isStandardSchema(schema)) {
    return value;
  }
  const result = await schema['~standard'].validate(value ?? {});
  if (!result.issues) {
    return result.value;
  }
  throw new InvalidInput(
    result.issues.map(({ path = [], message }) => {
      const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
      return { field: steps.join('.'), description: message, missing: valueAt(value, steps) === undefined };
    }),
  );
}

async function validateDto(type: Dto, value: unknown): Promise<object> {
  if (value !== undefined && !isObject(value)) {
    throw new InvalidInput([{ field: '', description: 'must be an object', missing: false }]);
  }
  const instance = plainToInstance(type, value ?? {});
  const errors = await validate(instance, { whitelist: true, forbidUnknownValues: false });
  if (errors.length > 0) {
    throw new InvalidInput(errors.flatMap((error) => faultsOf(error, '')));
  }
  return instance;
}

function faultsOf(error: ValidationError, parent: string): InputFault[] {
  const field = parent ? `${parent}.${error.property}` : error.property;
  const missing = error.value === undefined || error.value === null;
  const own = Object.values(error.constraints ?? {}).map((description) => ({ field, description, missing }));
  return [...own.slice(0, 1), ...(error.children ?? []).flatMap((child) => faultsOf(child, field))];
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (isObject(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined),
    value,
  );
}
