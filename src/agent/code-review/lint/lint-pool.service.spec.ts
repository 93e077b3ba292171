import { getEventListeners } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Test } from '@nestjs/testing';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LINT_POOL_OPTIONS, LintPool, type LintPoolOptions } from './lint-pool.service.js';

const SOURCES = new URL('./', import.meta.url);
/** Below the repository, so that the compiled files find node_modules and the package's `"type": "module"`. */
const BUILD = new URL('../../../../.build/', import.meta.url);

/** Vitest does not transform what a worker thread loads and Node 20 reads no TypeScript: compile this folder. */
async function compileTo(folder: string): Promise<void> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const sources = (await readdir(SOURCES)).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  const compile = async (name: string) => {
    const { outputText } = ts.transpileModule(await readFile(new URL(name, SOURCES), 'utf8'), {
      compilerOptions,
    });
    await writeFile(`${folder}/${name.replace(/\.ts$/, '.js')}`, outputText);
  };
  await Promise.all(sources.map(compile));
}

/**
 * What `no-useless-assignment` needs minutes for: its cost grows with the square of the assignments to one name, and
 * its memory does not. More declarations instead would run out of memory first.
 */
const ENDLESS = `let abc = 1;\n${'abc = 2;\n'.repeat(40_000)}`;
/** 1.4 KB that run out of memory: every `finally` doubles the paths that ESLint follows. */
const HUNGRY = `export function f(a) {${'try { if (a) return 1; } finally {'.repeat(40)}${'}'.repeat(40)}}\n`;
const TYPICAL =
  'export function add(left: number, right: number): number {\n  return left + right;\n}\n'.repeat(1_000);

const debuggerRule = expect.objectContaining({ rule: 'no-debugger', line: 1 });
const notReviewed = (message: RegExp) => [
  expect.objectContaining({ rule: 'not-reviewed', message: expect.stringMatching(message) }),
];

describe('LintPool', () => {
  let folder: string;
  let pool: LintPool;
  const openPool = async (options: Partial<LintPoolOptions> = {}) => {
    const worker = pathToFileURL(`${folder}/lint.worker.js`);
    const useValue: Partial<LintPoolOptions> = { worker, threads: 1, ...options };
    const module = await Test.createTestingModule({
      providers: [LintPool, { provide: LINT_POOL_OPTIONS, useValue }],
    }).compile();
    return module.get(LintPool);
  };

  beforeAll(async () => {
    await mkdir(BUILD, { recursive: true });
    folder = await mkdtemp(`${fileURLToPath(BUILD)}lint-worker-`);
    await compileTo(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    pool = await openPool();
  });
  afterEach(() => pool.onApplicationShutdown());

  it('lints both languages in its threads', async () => {
    await pool.warmUp();
    expect(await pool.lint('typescript', { path: '../a.ts', content: 'debugger;\n' })).toEqual([
      debuggerRule,
    ]);
    expect(await pool.lint('python', { path: '/abs/a.py', content: '\nimport os\n' })).toEqual([
      {
        rule: 'F401',
        severity: 'warning',
        path: '/abs/a.py',
        line: 2,
        column: 8,
        message: '`os` imported but unused',
      },
    ]);
  });

  it('gives the same bytes for the same file, whatever ran in between', async () => {
    const other = await openPool({ threads: 2 });
    const file = {
      path: 'a.ts',
      content: 'let a: any = 1; debugger;\nvar b = [,]; if (a = b) {}\n'.repeat(20),
    };
    const before = JSON.stringify(await pool.lint('typescript', file));
    await pool.lint('typescript', { path: 'b.js', content: 'const = ;' });
    const runs = await Promise.all([pool, other, other, other].map((each) => each.lint('typescript', file)));
    await other.onApplicationShutdown();
    expect(new Set([before, ...runs.map((run) => JSON.stringify(run))]).size).toBe(1);
  });

  it('answers for a file that is too large without a thread', async () => {
    const content = 'a;\n'.repeat(4 * 1024 * 1024);
    expect(await pool.lint('typescript', { path: 'a.ts', content })).toEqual(
      notReviewed(/larger than 1 MiB/),
    );
  });

  it.each(['typescript', 'python'] as const)('survives 20,000 nested brackets: %s', async (language) => {
    const content = `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`;
    expect(await pool.lint(language, { path: 'a', content })).toEqual(notReviewed(/nested too deeply/));
    const next = { path: 'b', content: language === 'python' ? 'import os\n' : 'debugger;\n' };
    expect(await pool.lint(language, next)).toHaveLength(1);
  });

  it('kills the thread on abort at once; who waited goes on', async () => {
    await pool.warmUp();
    const started = Date.now();
    const running = pool.lint('typescript', { path: 'a.ts', content: ENDLESS }, AbortSignal.timeout(300));
    const waiting = pool.lint('typescript', { path: 'b.ts', content: 'debugger;\n' });
    await expect(running).rejects.toMatchObject({
      name: 'AbortError',
      message: expect.stringContaining('a.ts'),
    });
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await waiting).toEqual([debuggerRule]);
  });

  it('rejects what is aborted before its turn', async () => {
    const file = { path: 'a.ts', content: '' };
    await expect(pool.lint('typescript', file, AbortSignal.abort())).rejects.toThrow(/aborted/);
    const gone = new AbortController();
    const first = pool.lint('typescript', file);
    const second = pool.lint('typescript', file, gone.signal);
    gone.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(await first).toEqual([]);
  });

  it('gives up on a file that exceeds its time limit, and goes on', async () => {
    const hurried = await openPool({ fileTimeLimitMs: 8_000 });
    const endless = hurried.lint('typescript', { path: 'a.ts', content: ENDLESS });
    const next = hurried.lint('typescript', { path: 'b.ts', content: 'debugger;\n' });
    expect(await endless).toEqual(notReviewed(/more than 8 s/));
    expect(await next).toEqual([debuggerRule]);
    await hurried.onApplicationShutdown();
  });

  it('survives a thread that dies of memory', async () => {
    expect(await pool.lint('typescript', { path: 'a.ts', content: HUNGRY })).toEqual(
      notReviewed(/256 MB of memory/),
    );
    expect(await pool.lint('typescript', { path: 'b.ts', content: 'debugger;\n' })).toEqual([debuggerRule]);
  });

  it('leaves the event loop of the process free', async () => {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const files = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.ts`, content: TYPICAL }));
    await Promise.all(files.map((file) => pool.lint('typescript', file)));
    await pool.lint('typescript', { path: 'flood.ts', content: 'a;\n'.repeat(50_000) });
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(400);
  });

  it('warns nobody of leaks when many files wait under one signal', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const { signal } = new AbortController();
    const files = Array.from({ length: 30 }, (_, index) => ({ path: `${index}.ts`, content: 'debugger;\n' }));
    const findings = await Promise.all(files.map((file) => pool.lint('typescript', file, signal)));
    process.off('warning', note);
    expect(findings).toHaveLength(30);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('calls off what is running when the process shuts down', async () => {
    const running = pool.lint('typescript', { path: 'a.ts', content: ENDLESS });
    const waiting = pool.lint('typescript', { path: 'b.ts', content: '' });
    const outcomes = Promise.allSettled([running, waiting]);
    await pool.onApplicationShutdown();
    const late = pool.lint('typescript', { path: 'c.ts', content: '' });
    for (const outcome of [...(await outcomes), ...(await Promise.allSettled([late]))]) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    }
  });

  it('says what to do when the worker was not built', async () => {
    const unbuilt = await openPool({ worker: new URL('./nowhere.worker.js', import.meta.url) });
    await expect(unbuilt.lint('python', { path: 'a.py', content: '' })).rejects.toThrow(/npm run build/);
  });
});
