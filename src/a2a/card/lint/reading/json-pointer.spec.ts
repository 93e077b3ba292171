import { describe, expect, it } from 'vitest';
import { comparePointers, pathOf, pointerOf, pointerTo } from './json-pointer.js';

describe('JSON pointers', () => {
  it('escape what separates names, and are read back', () => {
    const path = ['a/b', '~1', '', '0', '__proto__'];
    expect(pointerOf(path)).toBe('/a~1b/~01//0/__proto__');
    expect(pathOf(pointerOf(path))).toEqual(path);
    expect(pointerOf([])).toBe('');
    expect(pathOf('')).toEqual([]);
    expect(pointerTo(pointerTo('/skills', 3), 'a/~')).toBe('/skills/3/a~1~0');
  });

  it('are ordered as a reader goes through a card: places by number, what is outside first', () => {
    const ordered = ['', '/a', '/a/2', '/a/2/b', '/a/10', '/a/10/b', '/a/b', '/a.b', '/b'];
    expect(ordered.toReversed().toSorted(comparePointers)).toEqual(ordered);
    expect(comparePointers('/a/1', '/a/1')).toBe(0);
  });
});
