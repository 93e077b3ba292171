import { z } from 'zod';

/** Any JSON value, as ProtoJSON's `Value`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object, as ProtoJSON's `Struct`. */
export type JsonObject = { [key: string]: JsonValue };

/** Anything that came out of `JSON.parse`: checked for presence only, so that deep values cost nothing. */
export const jsonValue = z.custom<JsonValue>((value) => value !== undefined, 'must be a JSON value');

/** A JSON object of any content. */
export const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON object',
);

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
 * A list of bounded length. The length is checked before any member is: millions of wrong members would
 * otherwise cost a fault each.
 */
export const listOf = <T extends z.ZodType>(member: T, max: number, min = 0) =>
  z
    .array(z.unknown())
    .min(min, `must hold at least ${min}`)
    .max(max, `must hold at most ${max}`)
    .pipe(z.array(member));
