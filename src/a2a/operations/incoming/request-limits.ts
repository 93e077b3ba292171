import type { Limits } from '../../options/limits.js';
import { type FieldViolation, InvalidParamsError, type SendMessageRequest } from '../../protocol/index.js';

/** Faults that one answer names. */
const MAX_VIOLATIONS = 50;

/**
 * Refuses a message that is well formed and too much.
 *
 * @throws InvalidParamsError naming each member that exceeds its limit
 */
export function requireWithin(
  { maxMetadataBytes, maxParts }: Limits,
  { message, metadata }: SendMessageRequest,
): void {
  const violations: FieldViolation[] = [];
  const check = (field: string, value: object | undefined) => {
    if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > maxMetadataBytes) {
      violations.push({ field, description: `must have at most ${maxMetadataBytes} bytes as JSON` });
    }
  };
  if (message.parts.length > maxParts) {
    violations.push({ field: 'message.parts', description: `must hold at most ${maxParts}` });
  }
  check('metadata', metadata);
  check('message.metadata', message.metadata);
  message.parts
    .slice(0, maxParts)
    .forEach((part, index) => check(`message.parts[${index}].metadata`, part.metadata));
  if (violations.length > 0) {
    throw new InvalidParamsError(violations.slice(0, MAX_VIOLATIONS));
  }
}
