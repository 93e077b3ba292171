import type { LintOptions } from '../finding.js';
import { lintCard } from '../lint-card.js';
import { type CardEdit, cardFixture, edited } from './card-fixtures.js';

/** What lint finds in a document, each as `rule pointer`. */
export function brokenRules(document: unknown, options: Partial<LintOptions> = {}): string[] {
  return lintCard(document, { environment: 'production', ...options }).map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  );
}

/** What lint finds in a card that has everything and in which it finds nothing, once some members are changed. */
export function brokenBy(...edits: readonly CardEdit[]): string[] {
  return brokenRules(edited(cardFixture('complete'), ...edits));
}
