import type { z } from 'zod';
import { type FieldViolation, InvalidParamsError } from './a2a-error.js';
import { isSpeltOtherwise, normalise } from './normalise.js';

/** Faults that one answer names: whoever has made more has made the same one often. */
const MAX_VIOLATIONS = 50;

/**
 * Checks a request and drops members that the protocol does not know. What is not canonical gets a second
 * chance with snake_case names and enum numbers, which ProtoJSON readers accept too (section 5.5).
 *
 * @throws InvalidParamsError naming every member that is wrong
 */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const first = schema.safeParse(value);
  // Where every member may be left out, other spellings of them would pass for unknown ones.
  if (first.success && !isSpeltOtherwise(value)) {
    return first.data;
  }
  const second = schema.safeParse(normalise(value));
  if (second.success) {
    return second.data;
  }
  if (first.success) {
    return first.data;
  }
  throw new InvalidParamsError(first.error.issues.slice(0, MAX_VIOLATIONS).map(toViolation));
}

function toViolation(issue: z.core.$ZodIssue): FieldViolation {
  return { field: fieldPath(issue.path), description: issue.message };
}

/** `['message', 'parts', 0, 'text']` as `message.parts[0].text`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    return text ? `${text}.${String(step)}` : String(step);
  }, '');
}
