import { z } from 'zod';

/** Any JSON value, as ProtoJSON's `Value`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object, as ProtoJSON's `Struct`. */
export type JsonObject = { [key: string]: JsonValue };

/** Anything that came out of `JSON.parse`: checked for presence only, so that deep values cost nothing. */
export const jsonValue = z.custom<JsonValue>((value) => value !== undefined, 'must be a JSON value');

/** A JSON object of any content. */
export const jsonObject = z
  .custom<JsonObject>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be a JSON object',
  )
  .meta({ type: 'object' });

/** An optional member; ProtoJSON reads `null` as unset. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional()).optional();

/** Ids are ours or short; what is longer was not meant as one. */
const MAX_ID_LENGTH = 1_000;

/** An id that may be left out; the empty one counts as left out. */
export const optionalId = optional(
  z.string().max(MAX_ID_LENGTH, `must have at most ${MAX_ID_LENGTH} characters`),
).transform((value) => value || undefined);

/** A REQUIRED id (section 5.7). */
export const requiredId = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_ID_LENGTH, `must have at most ${MAX_ID_LENGTH} characters`);

/**
 * A list of bounded length. Whether it is too long is checked before any member is: millions of wrong members
 * would otherwise cost a fault each.
 */
export const listOf = <T extends z.ZodType>(member: T, max: number, min = 0) => {
  const tooLong = `must hold at most ${max}`;
  return z.preprocess(
    (value, context) => {
      if (Array.isArray(value) && value.length > max) {
        context.addIssue({ code: 'custom', message: tooLong });
        return z.NEVER;
      }
      return value;
    },
    z.array(member).min(min, `must hold at least ${min}`).max(max, tooLong),
  );
};

/** One member of those given, by its name. */
type OneOf<T extends Record<string, z.ZodType>> = {
  [Name in keyof T]: { [Only in Name]: z.output<T[Name]> };
}[keyof T];

/** What JSON Schema calls an object that has exactly one of these members. */
export const exactlyOne = (names: readonly string[]) => ({
  oneOf: names.map((name) => ({ required: [name] })),
});

/**
 * An object with exactly one of these members, which tells its kind: a `oneof` of the protocol's definition.
 */
export function oneOf<T extends Record<string, z.ZodType>>(members: T): z.ZodType<OneOf<T>> {
  const names = Object.keys(members);
  const shape = Object.fromEntries(names.map((name) => [name, optional(members[name] ?? z.never())]));
  return z
    .object(shape)
    .superRefine((value, context) => {
      const present = names.filter((name) => value[name] !== undefined);
      if (present.length !== 1) {
        context.addIssue({ code: 'custom', message: notOne(names, present) });
      }
    })
    .meta(exactlyOne(names)) as unknown as z.ZodType<OneOf<T>>;
}

/** What is wrong with an object that has none of these members, or several. */
export function notOne(names: readonly string[], present: readonly string[]): string {
  return `must hold exactly one of ${names.join(', ')}; it holds ${present.join(' and ') || 'none'}`;
}
