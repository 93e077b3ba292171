import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AgentProcess, type AgentSettings, endAgents } from '../../support/agent-process.js';
import { callOf } from '../../support/json-rpc-client.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { type TestDatastore, testDatastores } from '../../support/test-datastores.js';

const READY = { status: 'ok', checks: { datastore: 'ok', shutdown: 'no' } };
const UNREACHABLE = { status: 'unavailable', checks: { datastore: 'unreachable', shutdown: 'no' } };

describe.each(testDatastores())('the health of a process on $name', ({ create }) => {
  let datastore: TestDatastore;
  let proxy: TcpProxy;
  let agents: AgentProcess[] = [];

  beforeAll(async () => {
    datastore = await create();
  });
  afterAll(() => datastore.drop());
  beforeEach(async () => {
    proxy = await TcpProxy.open(datastore.url);
  });
  afterEach(async () => {
    await endAgents(...agents);
    agents = [];
    await proxy.cut();
  });

  const launch = async (env: AgentSettings['env'], url = proxy.url) => {
    const agent = await AgentProcess.launch({ env: { DATASTORE_URL: url, ...env } });
    agents.push(agent);
    return agent;
  };
  const reportOf = async (agent: AgentProcess) =>
    JSON.parse((await agent.probe('/readyz'))?.text ?? '{}') as unknown;

  it.each(['all', 'api', 'worker'])('ROLE=%s answers probes of whoever asks', async (ROLE) => {
    const security = { OAUTH_ISSUER: 'http://127.0.0.1:1', OAUTH_AUDIENCE: 'agent' };
    const agent = await launch({ ROLE, ...security });
    await agent.serves('/readyz');
    expect(await reportOf(agent)).toEqual(READY);
    for (const path of ['/livez', '/readyz']) {
      for (const method of ['GET', 'HEAD']) {
        const probe = await agent.probe(path, method);
        expect(probe?.status).toBe(200);
        expect(probe?.headers.get('cache-control')).toBe('no-store');
        expect(probe?.headers.get('content-type')).toMatch(/^application\/json/);
        expect(probe?.text === '').toBe(method === 'HEAD');
      }
    }
  });

  it('a worker serves nothing else', async () => {
    const worker = await launch({ ROLE: 'worker' });
    await worker.serves('/livez');
    for (const path of ['/', '/.well-known/agent-card.json', '/a2a/jsonrpc', '/observations', '/livez/x']) {
      expect((await worker.probe(path))?.status, `path ${path}`).toBe(404);
    }
    const { status, text } = await worker.client().post(callOf('ListTasks', {}));
    expect(status).toBe(404);
    expect(text).toContain('ROLE=worker');
  });

  it('a store that is away at boot: live, not ready, the card is served, and ready by itself when it comes', async () => {
    await proxy.cut();
    const api = await launch({ ROLE: 'api' });
    const worker = await launch({ ROLE: 'worker' });
    for (const agent of [api, worker]) {
      expect((await agent.serves('/livez')).text).toBe('{"status":"ok"}');
      expect((await agent.probe('/readyz'))?.status).toBe(503);
      expect(await reportOf(agent)).toEqual(UNREACHABLE);
    }
    expect((await fetch(api.cardUrl)).status).toBe(200);
    const { status, headers, text } = await api.client().post(callOf('GetTask', { id: 'x' }, 'q7'));
    expect(status).toBe(503);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(JSON.parse(text)).toMatchObject({
      id: 'q7',
      error: {
        code: -32603,
        data: expect.arrayContaining([
          expect.objectContaining({
            reason: 'UNAVAILABLE',
            metadata: { correlationId: expect.stringMatching(/./) as string },
          }),
        ]) as unknown,
      },
    });
    expect(text).not.toMatch(/ECONN|postgres|redis|127\.0\.0\.1/i);
    // One line for the outage, however many tries.
    await delay(4_000);
    expect(worker.log.match(/it tries again by itself/g)).toHaveLength(1);
    await proxy.mend();
    for (const agent of [api, worker]) {
      await agent.serves('/readyz');
      expect(await reportOf(agent)).toEqual(READY);
    }
    const task = await api.client().send(messageFor('letters'));
    expect(artifactTexts(task).join('')).toBe('ABC');
  });

  it('a store that goes away later: not ready, still live, and ready again when it is back', async () => {
    const agent = await launch({ ROLE: 'all' });
    await agent.serves('/readyz');
    await proxy.cut();
    await agent.serves('/readyz', 503);
    expect(await reportOf(agent)).toEqual(UNREACHABLE);
    expect((await agent.probe('/livez'))?.status).toBe(200);
    const { status, headers } = await agent.client().post(callOf('GetTask', { id: 'x' }));
    expect(status).toBe(503);
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
    await proxy.mend();
    await agent.serves('/readyz');
    expect(artifactTexts(await agent.client().send(messageFor('letters'))).join('')).toBe('ABC');
    expect(agent.hasExited).toBe(false);
    expect(agent.log).not.toMatch(/unhandled/i);
  });

  describe('a store that takes connections and says nothing', () => {
    let silent: Server;
    beforeAll(async () => {
      silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });
    afterAll(() => silent.close());

    it('keeps a process neither from starting nor from ending', async () => {
      const { port } = silent.address() as AddressInfo;
      const agent = await launch({ ROLE: 'api' }, `${new URL(datastore.url).protocol}//127.0.0.1:${port}`);
      await agent.serves('/livez');
      expect((await fetch(agent.cardUrl)).status).toBe(200);
      expect((await agent.probe('/readyz'))?.status).toBe(503);
      const began = performance.now();
      expect(await agent.stop('SIGTERM')).toBe(0);
      expect(performance.now() - began).toBeLessThan(4_000);
    });
  });
});
