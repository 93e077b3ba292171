import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, type AgentSettings, endAgents } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';
import { createTestDatabase, execute, type TestDatabase } from '../../support/postgres-server.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** Adds the role `a2a_guest`, who has to prove who they are; on a server that the test has started. */
async function refuseWrongPasswords(url: string): Promise<void> {
  await execute(url, `create role a2a_guest login password 'right'`);
  if (process.env.TEST_POSTGRES_URL) return;
  const [row] = await execute<{ hba_file: string }>(url, 'show hba_file');
  if (!row) throw new Error('The server does not say where pg_hba.conf is.');
  const rules = await readFile(row.hba_file, 'utf8');
  await writeFile(row.hba_file, `local all a2a_guest scram-sha-256\n${rules}`);
  await execute(url, 'select pg_reload_conf()');
}

describe('an agent that can not start', () => {
  const started: AgentProcess[] = [];
  afterAll(() => endAgents(...started));

  const launch = async (settings: AgentSettings) => {
    const agent = await AgentProcess.launch(settings);
    started.push(agent);
    return agent;
  };
  /** Starts the shipped agent, which must refuse to. @returns what it says */
  const refusal = async (env: Record<string, string>) => {
    const agent = await launch({ program: 'main', env });
    expect(await agent.exited()).toBe(1);
    return agent.log;
  };

  it('names every fault of every @Skill() by class and method, at once', async () => {
    const agent = await launch({ program: 'faulty-agent' });
    expect(await agent.exited()).toBe(1);
    expect(agent.log).toContain('SkillDeclarationError');
    for (const [method, fault] of [
      ['otherTwin', /"twin" is taken by FaultySkills\.twin/],
      ['untagged', /tags/],
      ['undescribed', /description/],
      ['badInput', /"text" is not a media type/],
      ['badOutput', /"no type\/at all" is not a media type/],
      ['replying', /reply: 'message'.*run: 'inline'/],
      ['idle', /concurrency/],
    ] as const) {
      const line = agent.log.split('\n').find((one) => one.includes(`FaultySkills.${method}:`));
      expect(line, `a line about ${method}`).toMatch(fault);
    }
    expect(agent.log).not.toContain('FaultySkills.right');
    expect(agent.log).not.toContain('text/plain" is not');
  });

  it('refuses a second forRoot', async () => {
    const agent = await launch({ program: 'faulty-agent', env: { FAULT: 'twice' } });
    expect(await agent.exited()).toBe(1);
    expect(agent.log).toMatch(/A2AModule\.forRoot\(\) is called twice/);
  });

  it('lists every fault of the environment at once, and says what to set', async () => {
    const log = await refusal({
      PORT: 'eighty',
      ROLE: 'boss',
      DATASTORE_URL: 'mysql://x/y',
      PUBLIC_URL: 'agent.example.com',
      JSON_RPC_PATH: 'rpc',
      HTTP_JSON_PATH: '/',
      NODE_ENV: 'prod',
      OAUTH_ISSUER: 'http://login.example.com',
      ALLOW_ANONYMOUS: 'yes',
    });
    for (const name of [
      'PORT',
      'ROLE',
      'DATASTORE_URL',
      'PUBLIC_URL',
      'JSON_RPC_PATH',
      'HTTP_JSON_PATH',
      'NODE_ENV',
      'OAUTH_ISSUER',
      'OAUTH_AUDIENCE',
      'ALLOW_ANONYMOUS',
    ]) {
      expect(log, `a line about ${name}`).toMatch(new RegExp(`^(?=.*\\b${name}\\b).*set [A-Z_]+[= ]`, 'm'));
    }
    expect(log).not.toMatch(/^\s+at /m);
  });

  it('refuses to serve other machines without security', async () => {
    const logs = await Promise.all(['0.0.0.0', '::', '192.0.2.1'].map((HOST) => refusal({ HOST })));
    for (const log of logs) expect(log).toMatch(/HOST=.*ALLOW_ANONYMOUS=true/);
  });

  it('refuses production without a datastore', async () => {
    expect(await refusal({ NODE_ENV: 'production' })).toMatch(/NODE_ENV=production.*DATASTORE_URL=/);
  });

  it.each(['api', 'worker'])('refuses ROLE=%s on the embedded datastore', async (ROLE) => {
    expect(await refusal({ ROLE })).toMatch(new RegExp(`ROLE=${ROLE}.*DATASTORE_URL=.*ROLE=all`));
  });

  it('does not take a datastore that is not there for an error, and tells no password', async () => {
    const env = { ROLE: 'worker', DATASTORE_URL: 'postgres://someone:s3cret@127.0.0.1:1/nothing' };
    const agent = await launch({ program: 'main', env });
    await agent.serves('/readyz', 503);
    expect(agent.log).toMatch(/127\.0\.0\.1:1\/nothing.*DATASTORE_URL/s);
    expect(agent.log).not.toContain('s3cret');
    expect(await agent.stop('SIGTERM')).toBe(0);
  });

  describe('a datastore that refuses', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
      await refuseWrongPasswords(database.url);
    });
    afterAll(() => database.drop());

    it('the password: says where, and what to set', async () => {
      const url = new URL(database.url);
      [url.username, url.password] = ['a2a_guest', 's3cret'];
      const log = await refusal({ DATASTORE_URL: url.href });
      expect(log).toMatch(/password authentication failed.*DATASTORE_URL/s);
      expect(log).not.toContain('s3cret');
      expect(log).not.toMatch(/^\s+at /m);
    });

    it('later, when it was away before: the process ends with 1 all the same', async () => {
      const url = new URL(database.url);
      [url.username, url.password] = ['a2a_guest', 's3cret'];
      const proxy = await TcpProxy.open(url.href);
      try {
        await proxy.cut();
        const agent = await launch({ program: 'main', env: { ROLE: 'worker', DATASTORE_URL: proxy.url } });
        await agent.serves('/readyz', 503);
        await proxy.mend();
        expect(await agent.exited()).toBe(1);
        expect(agent.log).toMatch(/The agent ends: .*password authentication failed.*DATASTORE_URL/);
      } finally {
        await proxy.cut();
      }
    });

    it('to be one: a database that does not exist', async () => {
      const url = new URL(database.url);
      url.pathname = '/a2a_no_such_database';
      expect(await refusal({ DATASTORE_URL: url.href })).toMatch(/does not exist.*DATASTORE_URL/s);
    });
  });

  it.each(['api', 'worker'])('says what to do about a port that is taken, as ROLE=%s', async (ROLE) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { ROLE, PORT: `${port}`, DATASTORE_URL: 'postgres://someone@127.0.0.1:1/nothing' };
    expect(await refusal(env)).toMatch(new RegExp(`Port ${port} is in use\\. Set PORT to another`));
    server.close();
  });

  it('warns about a name that is nearly one of ours, starts all the same, and ends with 0', async () => {
    const agent = await AgentProcess.start({
      program: 'main',
      env: { DATASTORE_URI: 'postgres://x/y', JSONRPC_PATH: '/x', HOSTNAME: 'x', PATHS: 'x', ROLES: 'x' },
    });
    started.push(agent);
    expect(agent.log).toMatch(/DATASTORE_URI.*DATASTORE_URL/);
    expect(agent.log).toMatch(/JSONRPC_PATH.*JSON_RPC_PATH/);
    expect(agent.log).not.toMatch(/HOSTNAME|PATHS|ROLES/);
    const [line] = await eventually(
      'the addresses are told',
      () => /Agent Card:.*\/\.well-known\/agent-card\.json/.exec(agent.log) ?? undefined,
    );
    expect(line).toContain(`:${agent.port}/`);
    expect((await agent.client().ask('ListTasks', {})).result).toMatchObject({ totalSize: 0 });
    expect(await agent.stop('SIGTERM')).toBe(0);
  });
});
