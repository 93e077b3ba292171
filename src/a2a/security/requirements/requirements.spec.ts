import { describe, expect, it } from 'vitest';
import { type Grants, type Judgement, Requirements } from './requirements.js';

const MET: Judgement = { outcome: 'met' };
const NO_CREDENTIALS: Judgement = { outcome: 'credentials missing' };
const lacking = (...scopes: string[]): Judgement => ({ outcome: 'scopes missing', scopes });

describe('Requirements', () => {
  it.each<[string, Record<string, string[]>[], Grants, Judgement]>([
    ['nothing is proven', [{ a: [] }], {}, NO_CREDENTIALS],
    ['what is asked for is proven', [{ a: [] }], { a: [] }, MET],
    ['something else is proven', [{ a: [] }], { b: [] }, NO_CREDENTIALS],
    ['one of two alternatives is met', [{ a: [] }, { b: [] }], { b: [] }, MET],
    ['one of two that belong together is proven', [{ a: [], b: [] }], { a: [] }, NO_CREDENTIALS],
    ['both that belong together are', [{ a: [], b: [] }], { a: [], b: [] }, MET],
    ['everybody may', [{ a: ['x'] }, {}], {}, MET],
    ['a scope is granted', [{ a: ['x'] }], { a: ['x', 'y'] }, MET],
    ['one of two scopes is', [{ a: ['x', 'y'] }], { a: ['x'] }, lacking('x', 'y')],
    ['another scheme grants the scope', [{ a: ['x'], b: [] }], { a: [], b: ['x'] }, lacking('x')],
    ['the other alternative grants enough', [{ a: ['x'] }, { b: ['y'] }], { a: [], b: ['y'] }, MET],
    ['a name is one that every object has', [{ toString: [] }], {}, NO_CREDENTIALS],
  ])('SD-109 SD-110 judges where %s', (_what, alternatives, grants, judgement) => {
    expect(new Requirements(alternatives).judge(grants)).toEqual(judgement);
  });
});
