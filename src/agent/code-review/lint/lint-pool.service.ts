import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { notReviewed, type Finding, type Language, type SourceFile } from './finding.js';
import { LintSlots } from './lint-slots.js';
import type { LintTask } from './lint.worker.js';

/** Injection token for a `Partial<LintPoolOptions>`; without a provider the defaults hold. */
export const LINT_POOL_OPTIONS = Symbol('LINT_POOL_OPTIONS');

/** What a deployment or a test may set about the lint threads. */
export interface LintPoolOptions {
  /** The compiled `lint.worker.js`. Node runs it as it is, so a test that runs from source compiles it first. */
  worker: URL;
  /** Default: one less than the cores, at least 1, at most 2. */
  threads: number;
  /** How long one file may keep a thread, in milliseconds. Default: 60,000. */
  fileTimeLimitMs: number;
}

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_HEAP_MB = 256;
const IDLE_THREAD_MS = 60_000;

/** Rejection of a lint that its caller, or the shutdown of the process, called off. */
class LintAborted extends Error {
  override readonly name = 'AbortError';
}

/**
 * Lints files in worker threads of limited heap, started by the first file, so that the main event loop stays free
 * and a hostile file costs at most its own thread.
 */
@Injectable()
export class LintPool implements OnApplicationShutdown {
  readonly #logger = new Logger(LintPool.name);
  readonly #options: LintPoolOptions;
  readonly #slots: LintSlots;
  readonly #closing = new AbortController();
  #threads: Piscina<LintTask, Finding[]> | undefined;

  constructor(@Optional() @Inject(LINT_POOL_OPTIONS) options: Partial<LintPoolOptions> = {}) {
    this.#options = {
      worker: new URL('./lint.worker.js', import.meta.url),
      threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
      fileTimeLimitMs: 60_000,
      ...options,
    };
    this.#slots = new LintSlots(this.#options.threads);
  }

  /**
   * The findings of one file by line, column and rule; the same file always gives the same findings. A file that could
   * not be reviewed (too large, too slow, too much memory, a linter that broke) gives one finding `not-reviewed`.
   *
   * @param signal aborting it kills the thread that works on the file.
   * @throws AbortError when `signal` aborts or the process shuts down; Error when `lint.worker.js` was not built.
   */
  async lint(language: Language, file: SourceFile, signal?: AbortSignal): Promise<Finding[]> {
    if (Buffer.byteLength(file.content) > MAX_FILE_BYTES) {
      return [notReviewed(file.path, 'is larger than 1 MiB; split it, or leave generated code out')];
    }
    const stop = new AbortController();
    const abort = () => stop.abort();
    // Not AbortSignal.any: on Node 20 it leaves a little memory on the longest-lived signal for every file.
    const sources = signal ? [signal, this.#closing.signal] : [this.#closing.signal];
    for (const source of sources) {
      // As many files as the caller likes wait under one signal; Node takes more than ten listeners for a leak.
      setMaxListeners(0, source);
      if (source.aborted) abort();
      source.addEventListener('abort', abort, { once: true });
    }
    try {
      if (!(await this.#slots.acquire(stop.signal))) throw this.#aborted(file, signal);
      return await this.#lintInSlot({ language, file }, stop).finally(() => this.#slots.release());
    } catch (error) {
      throw sources.some((source) => source.aborted) ? this.#aborted(file, signal) : error;
    } finally {
      for (const source of sources) source.removeEventListener('abort', abort);
    }
  }

  /** Starts the threads and loads ESLint into one, which takes about a second; ruff loads fast and waits for Python. */
  async warmUp(): Promise<void> {
    await this.lint('typescript', { path: 'warm-up.ts', content: 'export const warm: boolean = true;\n' });
  }

  /** The last phase of a shutdown: reviews that the engine still drains in the phases before keep their threads. */
  async onApplicationShutdown(): Promise<void> {
    this.#closing.abort();
    await this.#threads?.destroy();
    this.#threads = undefined;
  }

  async #lintInSlot(task: LintTask, stop: AbortController): Promise<Finding[]> {
    const threads = (this.#threads ??= this.#start());
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stop.abort();
    }, this.#options.fileTimeLimitMs);
    try {
      return await threads.run(task, { signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted && !late) throw error;
      return [notReviewed(task.file.path, this.#reasonOf(error, late))];
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): Piscina<LintTask, Finding[]> {
    const { worker, threads } = this.#options;
    const filename = fileURLToPath(worker);
    if (!existsSync(filename)) {
      throw new Error(
        `${filename} does not exist. Run "npm run build"; where the agent runs from its TypeScript source, provide ` +
          'LINT_POOL_OPTIONS with the URL of a compiled lint.worker.js.',
      );
    }
    const pool = new Piscina<LintTask, Finding[]>({
      filename,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_THREAD_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      recordTiming: false,
      // On Node 22 a thread that waits on shared memory from its first moment can not be ended, nor the process then.
      atomics: 'disabled',
    });
    pool.on('error', (error: Error) =>
      this.#logger.warn(`A lint thread died between files: ${error.message}`),
    );
    return pool;
  }

  #reasonOf(error: unknown, late: boolean): string {
    if (late) {
      const seconds = this.#options.fileTimeLimitMs / 1000;
      return `took more than ${seconds} s to lint; split it, or simplify its deepest function`;
    }
    const message = error instanceof Error ? error.message : String(error);
    if (isOutOfMemory(error)) return `needed more than ${MAX_HEAP_MB} MB of memory to lint; split it`;
    return `ended its lint thread (${message}); send it again, and review it by hand if that does not help`;
  }

  #aborted(file: SourceFile, signal: AbortSignal | undefined): LintAborted {
    if (signal?.aborted)
      return new LintAborted(`The review of ${file.path} was aborted.`, { cause: signal.reason });
    return new LintAborted(
      `The review of ${file.path} was aborted: this process is shutting down; send it again.`,
    );
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
