import { fieldPath } from '../../../protocol/index.js';

/** Faults that one answer names. */
const MAX_FIELDS = 50;

/**
 * Where infinite numbers stand in what was parsed from JSON, which says no such number itself.
 *
 * @returns the paths of the first {@link MAX_FIELDS} of them
 */
export function numbersBeyond(value: unknown): string[] {
  const fields: string[] = [];
  const path: PropertyKey[] = [];
  const look = (one: unknown): void => {
    if (one === Infinity || one === -Infinity) {
      fields.push(fieldPath(path));
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, member] of Object.entries(one)) {
        path.push(Array.isArray(one) ? Number(name) : name);
        look(member);
        path.pop();
      }
    }
  };
  look(value);
  return fields.slice(0, MAX_FIELDS);
}
