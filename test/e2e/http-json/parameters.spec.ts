import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { errorIn, HttpJsonClient } from '../../support/http-json-client.js';
import { messageFor } from '../../support/messages.js';

const PROGRESS = 'urn:nest-a2a:progress:v1';
const GEO = 'https://example.com/extensions/geo/v1';

interface Page {
  readonly tasks: Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

describe('the parameters of the HTTP+JSON binding', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;
  let empty: Page;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = HttpJsonClient.of(agent);
    empty = await list('');
    for (const contextId of ['few', 'many', 'many']) {
      await client.send(messageFor('letters', 'go', { contextId }));
    }
  });
  afterAll(() => endAgents(agent));

  const list = (query: string) => client.call<Page>('GET', `/tasks?${query}`);

  describe('in the query', () => {
    it('BC-24 every member of a page is there, also when there are no tasks', () => {
      expect(empty).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
    });

    it('L-2 are read by their types', async () => {
      expect((await list('contextId=many')).totalSize).toBe(2);
      expect((await list('context_id=many')).totalSize).toBe(2);
      expect((await list('status=TASK_STATE_COMPLETED&pageSize=2')).tasks).toHaveLength(2);
      expect((await list('status=3')).totalSize).toBe(3);
      expect((await list('statusTimestampAfter=2099-01-01T00%3A00%3A00Z')).totalSize).toBe(0);
      expect((await list('statusTimestampAfter=2020-01-01T00:00:00.000Z')).totalSize).toBe(3);
      expect((await list('includeArtifacts=true')).tasks[0]).toHaveProperty('artifacts');
      expect((await list('includeArtifacts=false')).tasks[0]).not.toHaveProperty('artifacts');
      expect((await list('historyLength=1')).tasks[0]?.history).toHaveLength(1);
    });

    it('B-19 pages follow each other without gap or overlap', async () => {
      const ids: string[] = [];
      let token = '';
      do {
        const { tasks, nextPageToken } = await list(`pageSize=2&pageToken=${token}`);
        ids.push(...tasks.map(({ id }) => id));
        token = nextPageToken;
      } while (token !== '');
      expect(ids).toEqual((await list('')).tasks.map(({ id }) => id));
    });

    it.each([
      ['pageSize=0', 'pageSize'],
      ['pageSize=101', 'pageSize'],
      ['pageSize=-1', 'pageSize'],
      ['pageSize=abc', 'pageSize'],
      ['pageSize=5abc', 'pageSize'],
      ['pageSize=1.5', 'pageSize'],
      ['pageSize=', 'pageSize'],
      ['pageSize=5&pageSize=5', 'pageSize'],
      ['pageSize=5&page_size=5', 'pageSize'],
      ['pageToken=%%%', 'pageToken'],
      ['pageToken=%25%25%25', 'pageToken'],
      ['pageToken=AAAA', 'pageToken'],
      ['status=completed', 'status'],
      ['status=99', 'status'],
      ['status=TASK_STATE_WORKING,TASK_STATE_FAILED', 'status'],
      ['historyLength=-1', 'historyLength'],
      ['historyLength=2147483648', 'historyLength'],
      ['includeArtifacts=TRUE', 'includeArtifacts'],
      ['includeArtifacts=1', 'includeArtifacts'],
      ['statusTimestampAfter=yesterday', 'statusTimestampAfter'],
      ['statusTimestampAfter=2026-01-01T00:00:00%2B02:00', 'statusTimestampAfter'],
      ['contextId=a&contextId=b', 'contextId'],
    ])('BC-25 B-23 L-2 ?%s is 400 naming %s', async (query, field) => {
      const { code, status, details } = await client.refusal('GET', `/tasks?${query}`);
      expect([code, status, details[0]?.reason]).toEqual([400, 'INVALID_ARGUMENT', 'INVALID_PARAMS']);
      expect(details[1]?.fieldViolations?.map((violation) => violation.field)).toEqual([field]);
    });

    it('N-5 that nobody knows are ignored', async () => {
      expect((await list('key=1&key=2&$alt=json&message.text=x')).totalSize).toBe(3);
    });
  });

  describe('that name the version', () => {
    const ask = (version: string | undefined, query = '') =>
      client.request('GET', `/tasks${query}`, undefined, { 'a2a-version': version });

    it.each(['1.0', '1.0.3', ' 1.0 '])('G-4 BC-22 %j is 1.0', async (version) => {
      expect((await ask(version)).status).toBe(200);
    });

    it.each(['99.0', '0.3', '1', '1.1', 'v1.0', '1.0.x', '', undefined])(
      'G-2 G-3 BC-22 BC-23 %j is not spoken here: 400 naming what is',
      async (version) => {
        const error = errorIn(await ask(version));
        expect(error).toMatchObject({
          code: 400,
          status: 'FAILED_PRECONDITION',
          details: [{ reason: 'VERSION_NOT_SUPPORTED', metadata: { supportedVersions: '1.0' } }],
        });
        expect(error.message).toContain('A2A-Version: 1.0');
      },
    );

    it('BC-23 without one nothing is stored', async () => {
      const body = { message: messageFor('echo', 'hi', { contextId: 'no-version' }) };
      const answer = await client.request('POST', '/message:send', body, { 'a2a-version': undefined });
      expect(errorIn(answer).details[0]?.reason).toBe('VERSION_NOT_SUPPORTED');
      expect((await list('contextId=no-version')).totalSize).toBe(0);
    });

    it('G-1 BC-22 may come in the query; the header wins', async () => {
      expect((await ask(undefined, '?A2A-Version=1.0.3')).status).toBe(200);
      expect(errorIn(await ask(undefined, '?A2A-Version=99.0')).code).toBe(400);
      expect(errorIn(await ask('99.0', '?A2A-Version=1.0')).code).toBe(400);
      expect((await ask('1.0', '?A2A-Version=99.0')).status).toBe(200);
    });
  });

  describe('that name extensions', () => {
    const activated = async (uris: string | string[]) =>
      (await client.request('GET', '/tasks', undefined, { 'a2a-extensions': uris })).headers[
        'a2a-extensions'
      ];

    it('H-1 H-3 H-4 are answered with those that the agent speaks', async () => {
      expect(await activated(PROGRESS)).toBe(PROGRESS);
      expect(await activated(['urn:unknown', `urn:other, ${PROGRESS}`])).toBe(PROGRESS);
      expect(await activated('urn:unknown')).toBeUndefined();
      expect(await activated('')).toBeUndefined();
    });

    it('H-4 on a stream and on the other binding too', async () => {
      const headers = { 'a2a-extensions': PROGRESS };
      const body = { message: messageFor('letters') };
      const stream = await client.stream('POST', '/message:stream', body, headers);
      expect(stream.headers['a2a-extensions']).toBe(PROGRESS);
      const call = '{"jsonrpc":"2.0","id":1,"method":"ListTasks"}';
      expect((await agent.client().post(call, headers)).headers['a2a-extensions']).toBe(PROGRESS);
      await stream.all();
    });
  });
});

describe('an agent with an extension that callers must speak', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;

  beforeAll(async () => {
    const extensions = [{ uri: GEO, required: true, description: 'Places.', params: { unit: 'm' } }];
    agent = await AgentProcess.start({ env: { EXTENSIONS: JSON.stringify(extensions) } });
    client = HttpJsonClient.of(agent);
  });
  afterAll(() => endAgents(agent));

  it('H-2 shows it on its card', async () => {
    const { capabilities } = (await (await fetch(agent.cardUrl)).json()) as {
      capabilities: { extensions: object[] };
    };
    expect(capabilities.extensions).toContainEqual({
      uri: GEO,
      required: true,
      description: 'Places.',
      params: { unit: 'm' },
    });
  });

  it('H-2 refuses who does not name it before a task exists, on both bindings', async () => {
    const rpc = agent.client();
    const speaking = { 'a2a-extensions': GEO };
    const message = messageFor('echo', 'hi', { contextId: 'here' });
    for (const path of ['/message:send', '/message:stream']) {
      const { code, details } = await client.refusal('POST', path, { message });
      expect([code, details[0]?.reason]).toEqual([400, 'EXTENSION_SUPPORT_REQUIRED']);
    }
    expect((await rpc.refusal('SendMessage', { message })).code).toBe(-32008);
    const list = () => client.call<Page>('GET', '/tasks?contextId=here', undefined, speaking);
    expect((await list()).totalSize).toBe(0);
    await client.call('POST', '/message:send', { message }, speaking);
    expect(
      (await rpc.ask('SendMessage', { message: { ...message, messageId: 'x' } }, speaking)).error,
    ).toBeUndefined();
    expect((await list()).totalSize).toBe(2);
  });
});
