export type { CardChange } from './comparing/card-change.js';
export { CardComparisonError, diffCards } from './diff-cards.js';
export { needsVersionChange } from './version-change.js';
