import { Module } from '@nestjs/common';
import { CodeReviewSkills } from './code-review.skills.js';
import { LintPool } from './lint/lint-pool.service.js';

@Module({ providers: [CodeReviewSkills, LintPool] })
export class CodeReviewModule {}
