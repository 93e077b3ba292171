import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamResponse, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { content, openContent, urlPart } from '../../support/artifact-client.js';
import { bindingsOf } from '../../support/bindings.js';
import { eventually } from '../../support/eventually.js';
import { wholeOf } from '../../support/file-content.js';
import { errorIn } from '../../support/http-json-client.js';
import { artifactsAfter, message, messageFor } from '../../support/messages.js';
import { testDatastores, type TestDatastore } from '../../support/test-datastores.js';

const FILE = wholeOf(10, 100_000);
const SIZE = FILE.byteLength;
const ASKED = 'file 10 100000 0';

describe.each(testDatastores())('a content that is too large for its part, on $name', ({ name, create }) => {
  let datastore: TestDatastore;
  let folder: string;
  let agent: AgentProcess;
  let task: Task;
  let url: string;
  let etag: string;

  beforeAll(async () => {
    datastore = await create();
    folder = mkdtempSync(join(tmpdir(), 'nest-a2a-serving-'));
    const env = {
      DATASTORE_URL: datastore.url,
      ARTIFACT_FOLDER: name === 'Redis' ? folder : undefined,
      MAX_OPEN_STREAMS: '3',
    };
    agent = await AgentProcess.start({ program: 'artifact-agent', env });
    task = await agent.client().send(messageFor('file', ASKED));
    ({ url } = urlPart(task));
    etag = (await content(url, {}, 'HEAD')).headers.etag ?? '';
  });
  afterAll(async () => {
    await endAgents(agent);
    await datastore.drop();
    rmSync(folder, { recursive: true });
  });

  it('stands in its place among the artifacts as a URL of the agent, with all that was said of it', () => {
    expect(task.artifacts).toMatchObject([
      { artifactId: 'before' },
      {
        artifactId: 'file',
        name: 'The file',
        parts: [{ url, mediaType: 'application/x-thing', filename: 'thing 名.bin' }],
      },
      { artifactId: 'after' },
    ]);
    expect(url).toMatch(new RegExp(`^${agent.url}/a2a/artifacts/${task.id}/[0-9a-f-]{36}$`));
  });

  it('is named alike by every operation, and a later turn sees it too', async () => {
    for (const binding of bindingsOf(agent)) {
      const got = (await binding.call('GetTask', { id: task.id })) as { result: Task };
      expect(got.result.artifacts).toEqual(task.artifacts);
      const list = { contextId: task.contextId, includeArtifacts: true };
      const page = (await binding.call('ListTasks', list)) as { result: { tasks: Task[] } };
      expect(page.result.tasks[0]?.artifacts).toEqual(task.artifacts);
      const resumed = await binding.call('SubscribeToTask', { id: task.id }, { 'last-event-id': '1' });
      const { events } = resumed as { events: StreamResponse[] };
      expect(artifactsAfter(events).get('file')).toEqual(task.artifacts?.[1]?.parts);
    }
    const asking = await agent.client().send(messageFor('look-back', ASKED));
    const answered = await agent.client().send(message('more', { taskId: asking.id }));
    expect(urlPart(answered, 'seen')).toEqual(urlPart(asking));
    const canceled = await agent.client().send(messageFor('look-back', ASKED));
    const { artifacts } = await agent.client().call<Task>('CancelTask', { id: canceled.id });
    expect(artifacts).toEqual(canceled.artifacts);
  });

  it('is given whole, as a file to save that runs nothing', async () => {
    const { status, headers, body } = await content(url);
    expect(status).toBe(200);
    expect(body.equals(FILE)).toBe(true);
    expect(headers).toMatchObject({
      'content-length': `${SIZE}`,
      'content-type': 'application/x-thing',
      'content-disposition': "attachment; filename*=UTF-8''thing%20%E5%90%8D.bin",
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const inline = await agent.client().send(messageFor('file-inline', ASKED));
    const page = await content(urlPart(inline).url);
    expect(page.body.equals(FILE)).toBe(true);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': 'attachment',
      etag,
    });
  });

  it('is described to HEAD, which has no ranges', async () => {
    const { status, headers, body } = await content(url, { range: 'bytes=0-1' }, 'HEAD');
    const whole = await content(url);
    const { date: _, connection: __, ...described } = headers;
    expect({ status, body: body.byteLength }).toEqual({ status: 200, body: 0 });
    expect(whole.headers).toMatchObject(described);
    expect(described).toHaveProperty('content-length', `${SIZE}`);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=262143-262144', 262_143, 262_144],
    ['bytes=500000-', 500_000, SIZE - 1],
    ['bytes=-7', SIZE - 7, SIZE - 1],
    [`bytes=${SIZE - 1}-99999999`, SIZE - 1, SIZE - 1],
  ])('is given in a range: %s', async (range, from, to) => {
    const { status, headers, body } = await content(url, { range, 'if-range': etag });
    expect({ status, range: headers['content-range'], length: headers['content-length'] }).toEqual({
      status: 206,
      range: `bytes ${from}-${to}/${SIZE}`,
      length: `${to - from + 1}`,
    });
    expect(body.equals(FILE.subarray(from, to + 1))).toBe(true);
  });

  it.each([
    ['several ranges', { range: 'bytes=0-1,5-6' }],
    ['a range of another version', { range: 'bytes=0-1', 'if-range': '"another"' }],
    ['a range of another time', { range: 'bytes=0-1', 'if-range': 'Wed, 02 Dec 2026 00:00:00 GMT' }],
    ['other units', { range: 'lines=0-1' }],
  ])('is given whole to a request for %s', async (_, headers) => {
    const { status, body } = await content(url, headers);
    expect([status, body.byteLength]).toEqual([200, SIZE]);
  });

  it('says what there is when a range is beyond it, in the form of the HTTP+JSON binding', async () => {
    const { body, ...answer } = await content(url, { range: `bytes=${SIZE}-` });
    expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
    const error = errorIn({ ...answer, text: body.toString() });
    expect(error).toMatchObject({ code: 416, details: [{ reason: 'RANGE_NOT_SATISFIABLE' }] });
  });

  it('is not given again to who has it', async () => {
    for (const tag of [etag, `"x", W/${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await content(url, { 'if-none-match': tag, range: 'bytes=0-1' }, method);
        expect([answer.status, answer.body.byteLength, answer.headers.etag]).toEqual([304, 0, etag]);
      }
    }
    expect((await content(url, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it.each([
    ['another content', () => `${url.slice(0, -1)}x`, 404],
    ['another task', () => url.replace(task.id, crypto.randomUUID()), 404],
    ['a task without a content', () => url.slice(0, url.lastIndexOf('/')), 404],
    ['no content', () => `${url}/`, 404],
    ['a tenant in which there is nothing', () => url.replace(task.id, `acme/${task.id}`), 404],
    ['more than a content', () => `${url}/a/b`, 404],
    ['nothing', () => `${agent.url}/a2a/artifacts`, 404],
    ['what can not be decoded', () => `${agent.url}/a2a/artifacts/${task.id}/%FF`, 404],
    ['names outside', () => `${agent.url}/a2a/artifacts/${task.id}/..%2F..%2Fx%00`, 404],
  ])('is not there for who asks for %s', async (_, place, status) => {
    const { body, ...answer } = await content(place());
    expect(errorIn({ ...answer, text: body.toString() }).code).toBe(status);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is not to be changed by %s', async (method) => {
    const { body, ...answer } = await content(url, {}, method);
    expect(errorIn({ ...answer, text: body.toString() }).code).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  it('is found in the tenant in which its task was made, and nowhere else', async () => {
    const { task: theirs } = await agent.client().call<{ task: Task }>('SendMessage', {
      tenant: 'a/c me',
      message: messageFor('file', ASKED),
    });
    const there = urlPart(theirs).url;
    expect(there).toContain(`/a2a/artifacts/a%2Fc%20me/${theirs.id}/`);
    expect((await content(there)).body.equals(FILE)).toBe(true);
    expect((await content(there.replace('a%2Fc%20me/', ''))).status).toBe(404);
    expect((await content(there.replace('a%2Fc%20me', 'other'))).status).toBe(404);
  });

  it('is given to as many at a time as may read streams, and those who leave make room', async () => {
    const large = urlPart(await agent.client().send(messageFor('file', 'file 100 100000 0'))).url;
    const readers = await Promise.all([1, 2, 3].map(() => openContent(large)));
    for (const reader of readers) reader.on('error', () => undefined);
    const { body, ...answer } = await content(large);
    expect(errorIn({ ...answer, text: body.toString() })).toMatchObject({ code: 429 });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect((await content(large, {}, 'HEAD')).status).toBe(200);
    for (const reader of readers) reader.destroy();
    await eventually('the places are free', async () => (await agent.observations()).openStreams === 0);
    expect((await content(large)).body.equals(wholeOf(100, 100_000))).toBe(true);
    await eventually('the place is free', async () => (await agent.observations()).openStreams === 0);
  });
});
