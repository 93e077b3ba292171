import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardFixture, edited } from '../lint/testing/card-fixtures.js';
import { CardComparisonError, diffCards } from './diff-cards.js';
import { changedBy } from './testing/changed-cards.js';
import { needsVersionChange } from './version-change.js';

const complete = cardFixture('complete');

describe('diffCards', () => {
  it('SD-080 finds nothing between cards that say the same', () => {
    const reordered = Object.fromEntries(Object.entries(complete).toReversed());
    expect(diffCards(complete, reordered)).toEqual([]);
    const unset = edited(
      complete,
      ['/x', null],
      ['/skills/0/securityRequirements', []],
      ['/skills/0/outputModes', null],
    );
    expect(diffCards(complete, unset)).toEqual([]);
  });

  it('SD-080 texts of the agent are compatible', () => {
    expect(
      changedBy(
        ['/name', 'Post Agent'],
        ['/version', '2.2.0'],
        ['/provider', undefined],
        ['/iconUrl', undefined],
        ['/x-rating', 5],
        ['/signatures', undefined],
      ),
    ).toEqual([
      'compatible removed /iconUrl',
      'compatible changed /name',
      'compatible removed /provider',
      'compatible removed /signatures',
      'compatible changed /version',
      'compatible added /x-rating',
    ]);
  });

  it('SD-080 says what changed', () => {
    expect(diffCards(complete, edited(complete, ['/name', 'Post Agent']))).toEqual([
      {
        pointer: '/name',
        kind: 'changed',
        effect: 'compatible',
        message: '"name" was "Parcel Agent" and is "Post Agent".',
      },
    ]);
  });

  it('SD-020 tells no secret', () => {
    const key = `ghp_${'a1B2c3'.repeat(6)}`;
    const after = edited(
      complete,
      ['/name', key],
      [`/securitySchemes/${key}`, { mtlsSecurityScheme: {} }],
      [`/${key}`, 1],
    );
    expect(JSON.stringify(diffCards(complete, after))).not.toContain(key);
  });

  it.each([
    ['0.3', cardFixture('version-0.3'), /none of A2A 1\.0 \(.*\)\. Compare cards of 1\.0/],
    ['nothing', undefined, /none of A2A 1\.0/],
    ['too much', { supportedInterfaces: Array.from({ length: 50_001 }, () => 1) }, /can not be compared/],
  ])('SD-007 does not compare %s', (_, document, why) => {
    expect(() => diffCards(complete, document)).toThrow(CardComparisonError);
    expect(() => diffCards(complete, document)).toThrow(why);
    expect(() => diffCards(document, complete)).toThrow(why);
  });

  it('does not fail on a card in which anything stands in the place of a member', () => {
    const anything = fc.record({
      supportedInterfaces: fc.oneof(fc.constant([]), fc.array(fc.jsonValue())),
      capabilities: fc.oneof(fc.jsonValue(), fc.record({ extensions: fc.jsonValue() })),
      skills: fc.oneof(
        fc.jsonValue(),
        fc.array(fc.dictionary(fc.constantFrom('id', 'tags', '__proto__'), fc.jsonValue())),
      ),
      securitySchemes: fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor'), fc.jsonValue()),
      securityRequirements: fc.jsonValue(),
      defaultInputModes: fc.jsonValue(),
    });
    fc.assert(
      fc.property(anything, (card) => {
        const hostile: unknown = JSON.parse(JSON.stringify(card));
        expect(diffCards(hostile, hostile)).toEqual([]);
        expect(diffCards(complete, hostile).length).toBeGreaterThan(0);
        expect(diffCards(hostile, complete).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('needsVersionChange', () => {
  it('SD-034 asks for another version when skills or security changed', () => {
    const after = edited(
      complete,
      ['/skills/0/tags/0', 'letters'],
      ['/skills/1/securityRequirements', undefined],
      ['/securitySchemes/other', { mtlsSecurityScheme: {} }],
      ['/securityRequirements/5', { schemes: { other: {} } }],
    );
    expect(needsVersionChange(complete, after)).toEqual([
      '/securityRequirements/5',
      '/securitySchemes/other',
      '/skills/0/tags',
      '/skills/1/securityRequirements',
    ]);
    expect(needsVersionChange(complete, edited(after, ['/version', '2.1.1']))).toEqual([]);
  });

  it('SD-034 asks for none when only other things changed', () => {
    const after = edited(
      complete,
      ['/name', 'Post Agent'],
      ['/skills', (complete as { skills: object[] }).skills.toReversed()],
      ['/capabilities/streaming', false],
      ['/supportedInterfaces/0/url', 'https://new.example.com'],
      ['/skillset', 1],
    );
    expect(needsVersionChange(complete, after)).toEqual([]);
  });
});
