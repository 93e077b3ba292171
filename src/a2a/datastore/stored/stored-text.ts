import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../protocol/index.js';

/**
 * A string as it is stored: with JSON's escapes, because PostgreSQL holds neither U+0000 nor lone surrogates, and
 * Redis keeps bytes. Ordinary ids are unchanged; equal only for equal strings.
 */
export function storedText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What a text of a caller, which may be of any length, is called in keys: a hash of it. */
export function hashedText(text: string): string {
  // Encoded first: lone surrogates are all the same to a hash.
  return createHash('sha256').update(JSON.stringify(text)).digest('base64url');
}

/** The string that {@link storedText} stored. */
export function readText(stored: string): string {
  return stored.includes('\\') ? (JSON.parse(`"${stored}"`) as string) : stored;
}

/** The members of an object, name and value each as JSON text, so that SQL can merge them without reading them. */
export type StoredMembers = Readonly<Record<string, string>>;

/** Members whose value is undefined are left out, as in JSON. */
export function storedMembers(object: JsonObject): StoredMembers {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [storedText(name), JSON.stringify(value)]));
}

/** The object whose members {@link storedMembers} stored, in no particular order. */
export function readMembers(stored: StoredMembers): JsonObject {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [readText(name), JSON.parse(value) as JsonValue]),
  );
}
