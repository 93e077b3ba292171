import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintCard, MAX_FINDINGS } from './lint-card.js';
import { comparePointers } from './reading/json-pointer.js';
import { CARD_RULES, DOCUMENT_RULES, RULES } from './rules.js';
import { brokenRules } from './testing/broken-rules.js';
import { cardFixture, edited } from './testing/card-fixtures.js';

const production = { environment: 'production' } as const;

describe('lintCard', () => {
  it('finds nothing in a card that has everything', () => {
    expect(brokenRules(cardFixture('complete'), { expectedOrigin: 'https://agents.example.com' })).toEqual(
      [],
    );
  });

  it('SD-017 finds no error in the card of seed 000 while it is developed', () => {
    const findings = lintCard(cardFixture('dice-agent'), { environment: 'development' });
    expect(findings.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('changes nothing of the card', () => {
    const card = edited(cardFixture('complete'), ['/provider/url', null]);
    const before = JSON.stringify(card);
    lintCard(card, production);
    expect(JSON.stringify(card)).toBe(before);
  });

  it('is ordered by pointers, places by number', () => {
    const skills = Array.from({ length: 12 }, (_, index) => ({
      id: `s${index}`,
      name: 'a',
      description: 'a',
      tags: [],
    }));
    const pointers = lintCard(
      edited(cardFixture('complete'), ['/skills', skills], ['/version', 7]),
      production,
    ).map(({ pointer }) => pointer);
    expect(pointers).toHaveLength(25);
    expect(pointers).toEqual(pointers.toSorted(comparePointers));
    expect(pointers.indexOf('/skills/10/tags')).toBeGreaterThan(pointers.indexOf('/skills/2/tags'));
  });

  it('is bounded: errors first, and says that there is more', () => {
    const skills = Array.from({ length: 5_000 }, (_, index) => ({
      id: `s${index}`,
      name: 'a',
      description: 'a',
      tags: [],
    }));
    const findings = lintCard(
      edited(cardFixture('complete'), ['/skills', skills], ['/version', 7]),
      production,
    );
    expect(findings).toHaveLength(MAX_FINDINGS + 1);
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ pointer: '/version' }]);
    expect(findings.at(-1)).toMatchObject({ rule: 'too-many-findings', pointer: '', severity: 'warning' });
  });

  it('gives every finding the severity that its rule has', () => {
    const documents = [
      [],
      {},
      cardFixture('tutorial'),
      cardFixture('five-members-missing'),
      cardFixture('dice-agent'),
    ];
    for (const environment of ['production', 'development'] as const) {
      for (const finding of documents.flatMap((one) => lintCard(one, { environment }))) {
        expect(RULES[finding.rule]?.severity[environment]).toBe(finding.severity);
      }
    }
  });

  it('has rules that say what they look for, once each', () => {
    // Besides those that the lint itself breaks off by.
    expect(Object.keys(RULES)).toHaveLength(DOCUMENT_RULES.length + CARD_RULES.length + 2);
    for (const [id, { description, severity }] of Object.entries(RULES)) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(severity.production).not.toBe('off');
    }
  });

  it('does not fail on anything', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (document) => {
        expect(lintCard(document, production).length).toBeGreaterThan(0);
      }),
    );
  });

  it('does not fail on a card in which anything stands in the place of a member', () => {
    const card = cardFixture('complete');
    const pointers = pointersIn(card, '');
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('__proto__', 'constructor', '\ud800', 'https://[', '%', '~', ' ', 'a:b@c', '\u0000'),
      fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'list', 'kty'), fc.jsonValue(), {
        noNullPrototype: true,
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...pointers), odd, (pointer, value) => {
        const document: unknown = JSON.parse(JSON.stringify(edited(card, [pointer, value])));
        expect(Array.isArray(lintCard(document, production))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('does not fail on a card whose members name a prototype', () => {
    const text = JSON.stringify(cardFixture('complete'))
      .replaceAll('"customer"', '"__proto__"')
      .replaceAll('"partner"', '"constructor"');
    expect(brokenRules(JSON.parse(text))).toEqual([]);
  });
});

function pointersIn(value: unknown, pointer: string): string[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [
        `${pointer}/${name}`,
        ...pointersIn(member, `${pointer}/${name}`),
      ])
    : [];
}
