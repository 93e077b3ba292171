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

/** A string that must not be empty: REQUIRED strings of the protocol (section 5.7). */
export const requiredString = z.string().min(1, 'must not be empty');
