import { appendFileSync } from 'node:fs';
import { Injectable, Module } from '@nestjs/common';
import { A2AModule } from '../../../src/a2a/index.js';
import { CodeReviewSkills } from '../../../src/agent/code-review/code-review.skills.js';
import type { Finding, Language, SourceFile } from '../../../src/agent/code-review/lint/finding.js';
import { LintPool } from '../../../src/agent/code-review/lint/lint-pool.service.js';
import { optionsFromEnvironment } from './case-options.js';
import { runAgent } from './run-agent.js';

/** The linters, and a line in the file LINT_LOG for each file that they begin. */
@Injectable()
class LoggedLintPool extends LintPool {
  override lint(language: Language, file: SourceFile, signal?: AbortSignal): Promise<Finding[]> {
    appendFileSync(process.env.LINT_LOG as string, `${file.path}\n`);
    return super.lint(language, file, signal);
  }
}

/** The shipped reviews, on an agent that tells which files it really linted. */
@Module({
  imports: [A2AModule.forRoot(optionsFromEnvironment(process.env))],
  providers: [CodeReviewSkills, { provide: LintPool, useClass: LoggedLintPool }],
})
class ReviewAgentModule {}

runAgent(ReviewAgentModule, process.env);
