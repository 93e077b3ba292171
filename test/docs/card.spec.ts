import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CARD_LINT_RULES } from '../../src/a2a/index.js';

const page = readFileSync(new URL('../../docs/card.md', import.meta.url), 'utf8');

/** As the table says it. */
function spoken({ production, development }: { production: string; development: string }): string {
  const elsewhere = development === 'off' ? 'nothing' : development;
  return production === development ? production : `${production}; in development ${elsewhere}`;
}

describe('docs/card.md', () => {
  it('has every rule of the lint, with its severity and what it looks for, and no other', () => {
    const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\| (error|warning)([^|]*)\| (.*?) +\|$/gm)].map(
      ([, rule, first, rest, about]) => [rule, `${first}${(rest ?? '').trimEnd()}`, about],
    );
    const rules = Object.entries(CARD_LINT_RULES).map(([rule, { severity, description }]) => [
      rule,
      spoken(severity),
      description,
    ]);
    expect(rows).toEqual(rules);
  });
});
