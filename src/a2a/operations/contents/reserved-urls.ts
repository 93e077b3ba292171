import { isReserved } from '../../datastore/ports/index.js';
import { InvalidParamsError, type Message } from '../../protocol/index.js';

/** Faults that one answer names. */
const MAX_VIOLATIONS = 50;

/**
 * Refuses a message with a URL that stands for content which the agent keeps.
 *
 * @throws InvalidParamsError naming each part that has one
 */
export function requireForeignUrls({ parts }: Message): void {
  const violations = parts.flatMap((part, index) =>
    isReserved(part)
      ? [
          {
            field: `message.parts[${index}].url`,
            description: 'must not begin with a2a-content:, which is the agent’s own',
          },
        ]
      : [],
  );
  if (violations.length > 0) {
    throw new InvalidParamsError(violations.slice(0, MAX_VIOLATIONS));
  }
}
