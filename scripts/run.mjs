// What the npm commands call: installs and builds what is missing, then does the work.
// node scripts/run.mjs <start | demo | test | conformance | mutate | chaos | fuzz | bench | full | lint> [arguments passed on]
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distIsCurrent, ensureDist } from './build.mjs';
import { runNode } from './child.mjs';
import { ensureInstalled, requireNode } from './install.mjs';
import { lint } from './lint.mjs';
import { buildDir, exitWith, installedCommand, root, ScriptFailure } from './project.mjs';
import { removeReport, reportPath, summarise, summaryPath } from './report.mjs';

const commands = { start, demo, test, conformance, mutate, chaos, fuzz, bench, full, lint: runLint };

async function start(args) {
  await ensureRunnable();
  return become(join(root, 'dist', 'main.js'), args);
}

async function demo(args) {
  await ensureRunnable();
  return become(join(root, 'scripts', 'demo.mjs'), args);
}

async function test(args) {
  await ensureInstalled();
  mkdirSync(buildDir, { recursive: true });
  removeReport();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
  const { code } = await runNode(installedCommand('vitest'), ['run', ...reporters, ...args], { cwd: root });
  const { notes, summary, ok } = summarise(code);
  for (const note of notes) console.log(note);
  console.log(summary);
  writeFileSync(summaryPath, `${summary}\n`);
  return ok ? 0 : code || 1;
}

/** The rows of the protocol, and docs/conformance.md of them. */
function conformance(args) {
  return test([
    '--project',
    'conformance',
    '--reporter=./test/conformance/document/conformance.reporter.ts',
    ...args,
  ]);
}

/** Takes rules of the protocol away, forty by a seed, to see that the tests of their rows fail. */
function mutate(args) {
  process.env.MUTATIONS = 'on';
  return test(['--project', 'conformance', ...args]);
}

/** The chaos tests in their long form; in `test` they are short. */
function chaos(args) {
  process.env.CHAOS = 'long';
  return test(['--project', 'chaos', ...args]);
}

/**
 * Generated requests in their long form; in `test` they are few. A failure says how to send its request again:
 * `FUZZ_SEED=... FUZZ_PATH=... npm run fuzz`.
 */
function fuzz(args) {
  process.env.FUZZ = 'long';
  return test(['--project', 'fuzz', ...args]);
}

/** What things cost, each beside what it is compared with. */
function bench(args) {
  process.env.BENCH = 'on';
  return test(['--project', 'bench', ...args]);
}

/** Everything that can be checked, for hours that nobody waits for. */
async function full(args) {
  process.env.CHAOS = 'long';
  process.env.FUZZ = 'long';
  const lintCode = await runLint();
  const testCode = await test(args);
  return lintCode || testCode;
}

async function runLint() {
  await ensureInstalled();
  return lint();
}

/** With dist/ built, what is left to install is only what it runs on. */
async function ensureRunnable() {
  await ensureInstalled({ development: !distIsCurrent() });
  await ensureDist();
}

/**
 * Goes on as that program in this very process: a second one would have to be told of every signal, and a Ctrl-C
 * would reach it twice.
 */
async function become(file, args) {
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
  return process.exitCode;
}

/** npm passes a signal on to its shell only, which dies of it without a word to the process that it started. */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

await exitWith(async () => {
  requireNode();
  endWithShell();
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    throw new ScriptFailure(`Say what to run: node scripts/run.mjs ${Object.keys(commands).join(' | ')}`, 2);
  }
  return command(args);
});
