import { describe, expect, it } from 'vitest';
import { artifactBoundsOf, artifactPath } from './artifact-options.js';

describe('artifactBoundsOf', () => {
  it('has bounds for who sets none', () => {
    const bounds = { inlineMaxBytes: 262_144, maxBytes: 1_073_741_824 };
    expect(artifactBoundsOf({})).toEqual(bounds);
    expect(artifactBoundsOf({ artifacts: { inlineMaxBytes: undefined, folder: '/x' } })).toEqual(bounds);
    expect(artifactBoundsOf({ artifacts: { maxBytes: 5, inlineMaxBytes: 4 } })).toEqual({
      inlineMaxBytes: 4,
      maxBytes: 5,
    });
  });

  it.each([
    ['inlineMaxBytes', 0],
    ['inlineMaxBytes', 4 * 1024 * 1024 + 1],
    ['maxBytes', 1.5],
    ['maxBytes', Number.NaN],
  ])('refuses %s of %d by its name', (name, value) => {
    expect(() => artifactBoundsOf({ artifacts: { [name]: value } })).toThrow(
      new RegExp(`^artifacts\\.${name} must be a whole number from 1 to \\d+; it is ${value}\\.$`),
    );
  });
});

describe('artifactPath', () => {
  it('takes a path with or without a slash at its end, and not the root', () => {
    expect(artifactPath('/files/')).toBe('/files');
    expect(artifactPath('/a/b')).toBe('/a/b');
    for (const path of ['/', '', 'files']) expect(() => artifactPath(path)).toThrow(/path of their own/);
  });
});
