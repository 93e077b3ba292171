// The agent that the demo talks to: a process of its own, on a free port, with data that are thrown away.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root, ScriptFailure } from '../project.mjs';
import { within } from './deadline.mjs';
import { getJson } from './json-rpc-client.mjs';

const BOOT_S = 150;
const STOP_MS = 15_000;
/** Whoever has stopped the demo does not want to wait for the review that runs. */
const HASTY_STOP_MS = 2_000;
const DATABASE_STOP_MS = 10_000;
const OUTPUT_LINES = 60;

/** The agent ends with the demo, even if the demo is killed: the channel between them closes then. */
const ENDS_WITH_PARENT =
  'data:text/javascript,process.on("disconnect",()=>process.kill(process.pid,"SIGKILL"))';

/**
 * @typedef {object} DemoAgent
 * @property {string} url
 * @property {() => string} output its last lines
 * @property {() => Promise<void>} stop ends it and removes its data
 */

/**
 * @param {AbortSignal} signal
 * @param {(failure: ScriptFailure) => void} onExit called when it ends by itself
 * @returns {Promise<DemoAgent>}
 */
export async function startAgent(signal, onExit) {
  const folder = await mkdtemp(join(tmpdir(), 'nest-a2a-demo-'));
  // As root the database runs under another account, which has to pass through.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    ['--import', ENDS_WITH_PARENT, join(root, 'dist', 'main.js')],
    // A group of its own, so that a Ctrl-C in the terminal reaches the agent once, through the demo.
    {
      cwd: root,
      env: await environment(port, url, folder),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const output = lastLines(child);
  const ended = endOf(child);
  let stopping = false;
  void ended.then((how) => {
    if (!stopping) onExit(new ScriptFailure(`The agent ended by itself (${how}). It said:\n${output()}`));
  });
  return {
    url,
    output,
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const patienceMs = signal.aborted ? HASTY_STOP_MS : STOP_MS;
      if (!(await Promise.race([ended, delay(patienceMs, undefined, { ref: false })]))) child.kill('SIGKILL');
      await ended;
      await removeData(folder);
    },
  };
}

/** Resolves as soon as the agent serves its card, which it does when it is ready for messages. */
export function untilReady(agent, signal) {
  const complaint = 'The agent does not serve its card. Look at what it says with `npm start`';
  return within(BOOT_S, complaint, signal, async (waiting) => {
    for (;;) {
      try {
        await getJson(cardUrl(agent.url), waiting);
        return;
      } catch (error) {
        // Refused until it listens; anything else will not mend itself.
        if (error.code !== 'ECONNREFUSED') throw error;
        await delay(50, undefined, { signal: waiting });
      }
    }
  });
}

/** Where every A2A agent serves its card. */
export function cardUrl(url) {
  return `${url}/.well-known/agent-card.json`;
}

/** The caller's environment without the agent's own variables: a demo must not write to their database. */
async function environment(port, url, folder) {
  const { Environment, variablesOf } = await import(
    pathToFileURL(join(root, 'dist', 'environment', 'index.js')).href
  );
  const env = { ...process.env };
  for (const { name } of variablesOf(Environment)) delete env[name];
  return { ...env, PORT: `${port}`, HOST: '127.0.0.1', PUBLIC_URL: url, DATA_DIR: folder, NO_COLOR: '1' };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function lastLines(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).split('\n').slice(-OUTPUT_LINES).join('\n');
    });
  }
  return () => text.trimEnd();
}

/** @returns {Promise<string>} how it ended, when all that it said has arrived */
function endOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** The database has noted where its files are: where it could not use our folder, they are in others. */
async function removeData(folder) {
  const note = await readFile(join(folder, 'postgres', 'location.json'), 'utf8').catch(() => '{}');
  const { base, socket } = JSON.parse(note);
  if (base !== undefined) await untilGone(join(base, 'data', 'postmaster.pid'));
  const elsewhere = [base, socket].filter((path) => path && basename(path).startsWith('nest-a2a-'));
  for (const path of [folder, ...elsewhere]) {
    await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** An agent that was killed leaves its database behind for the moment that it takes to end. */
async function untilGone(path) {
  for (const end = Date.now() + DATABASE_STOP_MS; existsSync(path) && Date.now() < end; ) await delay(50);
}
