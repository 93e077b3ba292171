import { diffCards } from '../diff-cards.js';
import { type CardEdit, cardFixture, edited } from '../../lint/testing/card-fixtures.js';

/** What a change of some members of the card that has everything is, each as `effect kind pointer`. */
export function changedBy(...edits: readonly CardEdit[]): string[] {
  return changesBetween(cardFixture('complete'), edited(cardFixture('complete'), ...edits));
}

/** The changes between two cards, each as `effect kind pointer`. */
export function changesBetween(before: object, after: object): string[] {
  return diffCards(before, after).map(({ effect, kind, pointer }) => `${effect} ${kind} ${pointer}`);
}
