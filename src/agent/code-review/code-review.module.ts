import { Inject, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../../a2a/index.js';
import { CodeReviewSkills } from './code-review.skills.js';
import { LintPool } from './lint/lint-pool.service.js';

@Module({ providers: [CodeReviewSkills, LintPool] })
export class CodeReviewModule implements OnApplicationBootstrap {
  constructor(
    private readonly linters: LintPool,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  /** Loads the linters before the first review needs them, in processes that review. */
  onApplicationBootstrap(): void {
    if (this.options.role !== 'api') {
      this.linters
        .warmUp()
        .catch((error: unknown) => new Logger(CodeReviewModule.name).warn(`Not warmed up: ${String(error)}`));
    }
  }
}
