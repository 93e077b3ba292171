import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compiled, PROJECT } from '../agents/compiled.js';
import type { Mutation } from './mutation.js';

const RUN_MS = 240_000;
/** A test that waits in vain for what the mutant does not do fails within the run. */
const TEST_MS = 60_000;

/** How the tests of a row went on an agent whose rule was taken away. */
export type Verdict =
  /** At least one failed, as it must. */
  | 'killed'
  /** All passed: they do not notice. */
  | 'survived'
  /** The agent did not start, or nothing ran: that says nothing. */
  | 'broken';

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A copy of the project, as it is built, in which one rule at a time is taken away. */
export class MutantTree {
  private constructor(private readonly root: string) {}

  /** Copies what is tracked and what is built; the global setup of the tests has built it. */
  static create(): MutantTree {
    const root = mkdtempSync(join(tmpdir(), 'nest-a2a-mutants-'));
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: PROJECT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    for (const file of files.split('\0').filter((name) => name !== '' && !name.startsWith('node_modules'))) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(PROJECT, file), join(root, file));
    }
    for (const folder of ['dist', '.build'])
      cpSync(join(PROJECT, folder), join(root, folder), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
    return new MutantTree(root);
  }

  /**
   * Runs the tests of a row on agents with the mutation.
   *
   * @throws Error when the mutation does not fit the file: it must stand there once
   */
  judge(row: string, { file, from, to }: Mutation): Verdict {
    const source = readFileSync(join(PROJECT, file), 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${row}: not once in ${file}: ${from}`);
    // In what was built of it, so that nothing is built again.
    const built = join(this.root, '.build', file.replace(/\.ts$/, '.js'));
    const before = readFileSync(built);
    writeFileSync(
      built,
      compiled(
        file,
        source.replace(from, () => to),
      ),
    );
    try {
      return this.run(row);
    } finally {
      writeFileSync(built, before);
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private run(row: string): Verdict {
    const report = join(this.root, 'mutant-report.json');
    rmSync(report, { force: true });
    const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
    const filter = ['--project', 'conformance', '-t', `(^| )${row} `];
    // One failure is enough.
    const bounds = [`--testTimeout=${TEST_MS}`, '--bail=1'];
    spawnSync(
      process.execPath,
      [vitest, 'run', ...filter, ...bounds, '--reporter=json', `--outputFile=${report}`],
      {
        cwd: this.root,
        env: environment(),
        stdio: 'ignore',
        timeout: RUN_MS,
        killSignal: 'SIGKILL',
      },
    );
    return verdictOf(report);
  }
}

/** Without what this test run has set for its own tests. */
function environment(): NodeJS.ProcessEnv {
  const own = /^(MUTATIONS|VITEST|TEST$|NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

function verdictOf(report: string): Verdict {
  let tests;
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return 'broken';
  }
  const ran = tests.filter(({ status }) => status === 'passed' || status === 'failed');
  const failures = ran.flatMap(({ failureMessages }) => failureMessages);
  if (ran.length === 0 || failures.some((text) => text.includes('The agent has not started')))
    return 'broken';
  return failures.length > 0 ? 'killed' : 'survived';
}
