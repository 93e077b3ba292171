import type { LintEnvironment, LintOptions, Severity } from './finding.js';
import type { LooseObject } from './reading/loose-json.js';

/** How grave it is when a card breaks a rule, in each environment. */
export type RuleSeverity = Readonly<Record<LintEnvironment, Severity | 'off'>>;

/** What a rule is, for those who read about it. */
export interface RuleDescription {
  /** What the rule looks for, in one line. */
  readonly description: string;
  readonly severity: RuleSeverity;
}

/** Where a card breaks a rule. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** A rule. Whatever the members hold it does not throw, and it takes time in proportion to them. */
export interface LintRule<Subject = LooseObject> extends RuleDescription {
  readonly id: string;
  faults(subject: Subject, options: LintOptions): Iterable<Fault>;
}

/** A rule for whatever is served as a card. */
export type DocumentRule = LintRule<unknown>;

/** Of a rule that is as grave everywhere. */
export const ERROR: RuleSeverity = { production: 'error', development: 'error' };
export const WARNING: RuleSeverity = { production: 'warning', development: 'warning' };
