import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compileAgent,
  eventually,
  openFolder,
  postmasterPid,
  query,
  removeFolder,
  serverGone,
  serverProcesses,
  startAgent,
  type Agent,
} from './embedded-agent.fixture.js';

const FIRST_START_MS = 10_000;
const LATER_START_MS = 2_000;
/** What two slow, shared cores may add. */
const SLOWNESS = 3;

describe('the embedded PostgreSQL', () => {
  let script: string;
  let build: string;
  let dataDir: string;
  let agents: Agent[];

  const start = (options?: Parameters<typeof startAgent>[2]): Agent => {
    const agent = startAgent(script, dataDir, options);
    agents.push(agent);
    return agent;
  };
  const startWithRow = async (): Promise<{ agent: Agent; data: string; url: string }> => {
    const agent = start();
    const { connectionString: url, dataDir: data } = await agent.wait('ready');
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    return { agent, data, url };
  };
  const expectRowKept = async (): Promise<void> => {
    const { connectionString, ms } = await start().wait('ready');
    expect(await query(connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(ms).toBeLessThan(LATER_START_MS * SLOWNESS);
  };
  const watchdogPid = (data: string): number =>
    serverProcesses(data).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/bin/sh')) ??
    0;

  beforeAll(() => {
    const parent = resolve(import.meta.dirname, '../../.build');
    mkdirSync(parent, { recursive: true });
    build = mkdtempSync(join(parent, 'embedded-lifecycle-'));
    chmodSync(build, 0o755);
    script = compileAgent(build);
  });
  afterAll(() => removeFolder(build));
  beforeEach(() => {
    dataDir = join(openFolder(), 'data dir');
    agents = [];
  });
  afterEach(async () => {
    const sockets = agents.flatMap(({ news }) => news.flatMap(({ ready }) => ready?.socket ?? []));
    for (const agent of agents) await agent.kill('SIGKILL');
    await serverGone(dataDir);
    for (const folder of [...sockets, resolve(dataDir, '..')]) removeFolder(folder);
  });

  it('starts, keeps what was written, and leaves nothing behind when stopped', async () => {
    const first = start();
    const { connectionString, dataDir: data, socket, ms } = await first.wait('ready');
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const settings = await query(
      connectionString,
      `SELECT name, setting FROM pg_settings WHERE name IN
      ('listen_addresses', 'max_connections', 'shared_buffers') ORDER BY name`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['', '200', '4096']);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o066).toBe(0);
    await first.kill('SIGTERM');
    expect(serverProcesses(dataDir)).toEqual([]);
    expect(existsSync(socket)).toBe(false);
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual([
      'data',
      'location.json',
      'server.log',
    ]);
    await expectRowKept();
    expect(ms).toBeLessThan(FIRST_START_MS * SLOWNESS);
  });

  it('dies with an agent that is killed, and loses nothing', async () => {
    const { agent, data } = await startWithRow();
    await agent.kill('SIGKILL');
    await serverGone(data);
    await expectRowKept();
  });

  it('starts again at once, while the server of a killed agent is still going', async () => {
    const { agent } = await startWithRow();
    await agent.kill('SIGKILL');
    await expectRowKept();
  });

  it('does not keep alive an agent that has nothing left to do', async () => {
    const agent = start({ idle: true });
    const { dataDir: data } = await agent.wait('ready');
    expect(await eventually(() => agent.process.exitCode ?? undefined)).toBe(0);
    await serverGone(data);
  });

  it('tells that the server was killed, and recovers at the next start', async () => {
    const { agent, data } = await startWithRow();
    process.kill(postmasterPid(data), 'SIGKILL');
    expect(await agent.wait('unexpectedExit')).toBe(137);
    await agent.kill('SIGTERM');
    await expectRowKept();
  });

  it('recovers when agent, watchdog and server are killed at once', async () => {
    const { agent, data } = await startWithRow();
    for (const pid of [watchdogPid(data), postmasterPid(data)]) process.kill(pid, 'SIGKILL');
    await agent.kill('SIGKILL');
    await expectRowKept();
  });

  it('ends the server when its watchdog is killed', async () => {
    const { agent, data } = await startWithRow();
    process.kill(watchdogPid(data), 'SIGKILL');
    await serverGone(data);
    await expect.poll(() => agent.news.at(-1), { timeout: 30_000 }).toEqual({ unexpectedExit: null });
  });

  it('ends a server that was left without watchdog and agent, then starts its own', async () => {
    const { agent, data } = await startWithRow();
    const orphan = postmasterPid(data);
    agent.process.kill('SIGSTOP');
    for (const pid of [watchdogPid(data), agent.process.pid ?? 0]) process.kill(pid, 'SIGKILL');
    await once(agent.process, 'exit');
    await expectRowKept();
    expect(postmasterPid(data)).not.toBe(orphan);
  });

  it('refuses a second agent, leaves the first alone, and is free once that is killed', async () => {
    const { agent, data, url } = await startWithRow();
    const server = postmasterPid(data);
    const failed = await start().wait('failed');
    expect(failed.name).toBe('EmbeddedPostgresError');
    expect(failed.message).toContain(
      `DATA_DIR ${dataDir} is in use by another agent (process ${agent.process.pid})`,
    );
    expect(failed.message).toContain('set another DATA_DIR, or DATASTORE_URL');
    expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(postmasterPid(data)).toBe(server);
    await agent.kill('SIGKILL');
    await expectRowKept();
  });

  it('refuses a second agent also when the lock file was deleted', async () => {
    const { agent, data, url } = await startWithRow();
    rmSync(join(dataDir, 'postgres', 'owner.1.lock'));
    expect((await start().wait('failed')).message).toContain('is in use by another agent');
    expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(agent.news.some((item) => item.unexpectedExit !== undefined)).toBe(false);
    expect(serverProcesses(data).length).toBeGreaterThan(0);
  });

  it('lets exactly one of several first starts win', async () => {
    const started = [start(), start(), start()];
    const ends = await Promise.all(
      started.map((agent) => eventually(() => agent.news.find((item) => item.ready ?? item.failed))),
    );
    expect(ends.filter(({ ready }) => ready)).toHaveLength(1);
    const refusals = ends.flatMap(({ failed }) => failed?.message ?? []);
    expect(refusals.filter((message) => message.includes('is in use by another agent'))).toHaveLength(2);
  });

  it('lets exactly one of several win the place of a killed agent', async () => {
    const { agent } = await startWithRow();
    await agent.kill('SIGKILL');
    const started = [start(), start(), start()];
    const ends = await Promise.all(
      started.map((next) => eventually(() => next.news.find((item) => item.ready ?? item.failed))),
    );
    expect(ends.filter(({ ready }) => ready)).toHaveLength(1);
  });

  it.each([0, 30, 200])('survives a first start that is killed %i ms into initdb', async (ms) => {
    const agent = start();
    const folder = join(dataDir, 'postgres');
    await eventually(() => {
      const unfinished =
        existsSync(folder) && readdirSync(folder).find((name) => name.startsWith('data.new-'));
      return unfinished && existsSync(join(folder, unfinished, 'PG_VERSION')) ? true : undefined;
    });
    await new Promise((wake) => setTimeout(wake, ms));
    await agent.kill('SIGKILL');
    const { connectionString } = await start().wait('ready');
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('data.new-'))).toEqual([]);
  });

  it('is not misled by files of a dead server whose pid is now another process', async () => {
    const { agent, data } = await startWithRow();
    const { socket } = await agent.wait('ready');
    const pidFile = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n').slice(1).join('\n');
    await agent.kill('SIGKILL');
    await serverGone(data);
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${pidFile}`);
    writeFileSync(join(socket, '.s.PGSQL.5432.lock'), `${process.pid}\n${pidFile}`);
    await expectRowKept();
  });

  it('stops within its bounds when the server does not react, and loses nothing', async () => {
    const { agent, data } = await startWithRow();
    process.kill(postmasterPid(data), 'SIGSTOP');
    await agent.kill('SIGTERM');
    await serverGone(data);
    await expectRowKept();
  });
});
