import { z } from 'zod';
import {
  exactlyOne,
  type JsonObject,
  type JsonValue,
  jsonObject,
  jsonValue,
  notOne,
  optional,
} from './json.js';

interface PartAttributes {
  mediaType?: string;
  filename?: string;
  metadata?: JsonObject;
}

/** A part of text. */
export interface TextPart extends PartAttributes {
  text: string;
}

/** A part of bytes, in standard base64. */
export interface RawPart extends PartAttributes {
  raw: string;
}

/** A part that stands elsewhere. */
export interface UrlPart extends PartAttributes {
  url: string;
}

/** A part of structured data: any JSON value. */
export interface DataPart extends PartAttributes {
  data: JsonValue;
}

/** One piece of content; which member is present says of what kind (section 4.1.6). */
export type Part = TextPart | RawPart | UrlPart | DataPart;

const CONTENT_MEMBERS = ['text', 'raw', 'url', 'data'] as const;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const LETTER = '[A-Za-z0-9+/_-]';
/**
 * What {@link isBase64} takes, for readers of the JSON Schema. The four letters are spelt out: with `{4}` engines
 * remember every repetition, and megabytes overflow their stack.
 */
const BASE64_OF_BYTES = `^(?:${LETTER.repeat(4)})*(?:${LETTER.repeat(2)}(?:==)?|${LETTER.repeat(3)}=?)?$`;

/** With or without padding, but of a length that whole bytes can have. */
function isBase64(value: string): boolean {
  const characters = value.replace(/=+$/, '').length;
  return (
    BASE64.test(value) && characters % 4 !== 1 && (value.length === characters || value.length % 4 === 0)
  );
}

/** What is stored is canonical: the standard alphabet, padded. */
function toStandardBase64(value: string): string {
  const standard = value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=');
}

const base64 = z
  .string()
  .refine(isBase64, 'must be base64')
  .transform(toStandardBase64)
  .meta({ description: 'Bytes in base64.', contentEncoding: 'base64', pattern: BASE64_OF_BYTES });

const attributes = {
  mediaType: optional(z.string()).meta({
    description: 'Media type of the content.',
    examples: ['text/plain'],
  }),
  filename: optional(z.string()),
  metadata: optional(jsonObject),
};

const content = z.object({
  text: optional(z.string()),
  raw: optional(base64),
  url: optional(z.string()).meta({ description: 'Where the content stands.' }),
  ...attributes,
});

/**
 * The schema of a part. Exactly one of `text`, `raw`, `url`, `data` must be present; `data: null` is a
 * present JSON null, the other members read `null` as unset.
 */
export const partSchema = z
  .object({
    ...content.shape,
    data: jsonValue.optional().meta({ description: 'Any JSON value, null included.' }),
  })
  .superRefine((part, context) => {
    const present = CONTENT_MEMBERS.filter((member) => part[member] !== undefined);
    if (present.length !== 1) {
      context.addIssue({ code: 'custom', message: notOne(CONTENT_MEMBERS, present) });
    }
  })
  .transform(withoutUnset)
  .meta({
    description: 'A piece of content: exactly one of text, raw, url and data, and what is to be known of it.',
    ...exactlyOne(CONTENT_MEMBERS),
  }) as unknown as z.ZodType<Part>;

/** Which member is present tells the kind of a part, so one that is unset must not be there at all. */
function withoutUnset<T extends object>(part: T): Partial<T> {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The text of a part, or undefined when it is of another kind. */
export function textOf(part: Part): string | undefined {
  return 'text' in part ? part.text : undefined;
}
