import { Injectable } from '@nestjs/common';
import { concat, concatMap, defer, from, type Observable, of } from 'rxjs';
import {
  dataArtifact,
  RejectTask,
  Skill,
  type SkillContext,
  type SkillEvent,
  textArtifact,
} from '../../a2a/index.js';
import type { Finding } from './lint/finding.js';
import { LintPool } from './lint/lint-pool.service.js';
import { summarise, toMarkdown } from './review-report.js';
import { type ReviewFile, ReviewRequest } from './review-request.js';

/** Whoever has more findings than this has no use for the rest. */
const MAX_FINDINGS = 10_000;

const LANGUAGES = {
  typescript: { label: 'TypeScript', extensions: /\.[cm]?[jt]sx?$/i },
  python: { label: 'Python', extensions: /\.pyw?$/i },
} as const;

/** Reviews that take a while: queued, done by a worker, watched by their callers. */
@Injectable()
export class CodeReviewSkills {
  constructor(private readonly linters: LintPool) {}

  @Skill({
    id: 'review-typescript',
    name: 'Review TypeScript',
    description: 'Reviews TypeScript and JavaScript files with ESLint and typescript-eslint.',
    group: 'reviews',
    tags: ['code-review', 'typescript', 'javascript', 'ts', 'js'],
    examples: ['review this TypeScript pull request', 'review index.ts'],
    inputModes: ['text/*', 'application/json', 'application/octet-stream'],
    outputModes: ['application/json', 'text/markdown'],
    input: ReviewRequest,
    run: { concurrency: 2, attempts: 5 },
  })
  reviewTypeScript(request: ReviewRequest, context: SkillContext): Observable<SkillEvent> {
    return this.review('typescript', request, context);
  }

  @Skill({
    id: 'review-python',
    name: 'Review Python',
    description: 'Reviews Python files with Ruff.',
    group: 'reviews',
    tags: ['code-review', 'python', 'py'],
    examples: ['review this Python module', 'review main.py'],
    inputModes: ['text/*', 'application/json', 'application/octet-stream'],
    outputModes: ['application/json', 'text/markdown'],
    input: ReviewRequest,
    run: { concurrency: 2, attempts: 5 },
  })
  reviewPython(request: ReviewRequest, context: SkillContext): Observable<SkillEvent> {
    return this.review('python', request, context);
  }

  private review(
    language: keyof typeof LANGUAGES,
    request: ReviewRequest,
    context: SkillContext,
  ): Observable<SkillEvent> {
    const { label, extensions } = LANGUAGES[language];
    const files = request.files.filter(({ path }) => extensions.test(path) || !/\.\w+$/.test(path));
    if (files.length === 0) {
      throw new RejectTask(`None of the files is ${label}: their names say otherwise.`);
    }
    const findings: Finding[] = [];
    const lintAll = from(files).pipe(
      concatMap(async (file, index): Promise<SkillEvent> => {
        const found = await this.lint(language, file, index, context);
        findings.push(...found.slice(0, MAX_FINDINGS - findings.length));
        return { progress: { percent: Math.floor((100 * (index + 1)) / files.length), text: file.path } };
      }),
    );
    return concat(
      lintAll,
      defer(() => {
        const result = summarise(label, files.length, findings);
        return of(
          {
            artifact: dataArtifact(
              'findings',
              { ...result, findings: findings.map((found) => ({ ...found })) },
              { name: 'findings.json' },
            ),
          },
          {
            artifact: textArtifact('report', toMarkdown(result), {
              name: 'report.md',
              mediaType: 'text/markdown',
            }),
          },
        );
      }),
    );
  }

  /** One step a file: after a crash, files that were done are not linted again. */
  private lint(
    language: keyof typeof LANGUAGES,
    { path, content }: ReviewFile,
    index: number,
    context: SkillContext,
  ): Promise<Finding[]> {
    return context.step(`${index}:${path.slice(-150)}`, async () => {
      const found = await this.linters.lint(language, { path, content }, context.signal);
      return found.map((finding) => ({ ...finding }));
    });
  }
}
