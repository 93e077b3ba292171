export type { Finding, LintEnvironment, LintOptions } from './finding.js';
export { lintCard } from './lint-card.js';
export { RULES } from './rules.js';
