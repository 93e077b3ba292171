import { TASK_STATES } from './model/task.js';

/** Members whose content belongs to the caller and is carried as it is. */
const OPAQUE = new Set(['metadata', 'data', 'params', 'header']);

/** Enum numbers of the protocol's definition, in the order of their declaration. */
const ENUMS: Record<string, readonly (string | undefined)[]> = {
  role: [undefined, 'ROLE_USER', 'ROLE_AGENT'],
  state: [undefined, ...TASK_STATES],
  status: [undefined, ...TASK_STATES],
};

/**
 * Rewrites the alternative spellings that ProtoJSON readers accept to the canonical one: snake_case member
 * names and enum numbers. Content that belongs to the caller (`metadata`, `data`) is not touched, nor is
 * the input.
 */
export function normalise(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(normalise);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = key.includes('_') ? toCamelCase(key) : key;
      if (OPAQUE.has(name)) {
        return [name, member];
      }
      const enumName = typeof member === 'number' ? ENUMS[name]?.[member] : undefined;
      return [name, enumName ?? normalise(member)];
    }),
  );
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a member that is not the caller's own has a snake_case name. */
export function isSpeltOtherwise(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(isSpeltOtherwise);
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return Object.entries(value).some(
    ([name, member]) => name.includes('_') || (!OPAQUE.has(name) && isSpeltOtherwise(member)),
  );
}
