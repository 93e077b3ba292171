import { expect } from 'vitest';
import type { ListTasksResponse, Task } from '../../../src/a2a/index.js';
import { errorIn } from '../../support/http-json-client.js';
import { message, messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { cardOf, extensionOf, httpOf } from '../raw.js';

const A2A_JSON = 'application/a2a+json';

const listed = (peer: Peer, query: string) => httpOf(peer).call<ListTasksResponse>('GET', `/tasks?${query}`);

describeSection('L: HTTP+JSON', ({ once }) => {
  for (const type of [A2A_JSON, 'application/json', 'application/json; charset=utf-8'])
    once('L-1', `a body of the type ${type} is read`, async (peer) => {
      const body = { message: messageFor('echo') };
      const { status } = await httpOf(peer).request('POST', '/message:send', body, { 'content-type': type });
      expect(status).toBe(200);
    });

  once('L-1', 'an answer is of the media type of the binding', async (peer) => {
    const { headers } = await httpOf(peer).request('GET', '/tasks');
    expect(headers['content-type']).toMatch(/^application\/a2a\+json/);
  });

  once('L-1', 'an error is of it too', async (peer) => {
    const { headers } = await httpOf(peer).request('GET', '/tasks/no-such-task');
    expect(headers['content-type']).toMatch(/^application\/a2a\+json/);
  });

  once('L-2', 'the version is read from its header', async (peer) => {
    const ask = (version: string) =>
      httpOf(peer).request('GET', '/tasks', undefined, { 'a2a-version': version });
    expect((await ask('1.0')).status).toBe(200);
    expect(errorIn(await ask('0.3')).details).toMatchObject([{ reason: 'VERSION_NOT_SUPPORTED' }]);
  });

  once('L-2', 'extensions are read from their header', async (peer) => {
    const uri = await extensionOf(peer);
    const ask = (path: string, headers: Record<string, string> = {}) =>
      httpOf(peer).request('GET', path, undefined, headers);
    expect((await ask('/tasks', { 'a2a-extensions': uri })).headers['a2a-extensions']).toBe(uri);
    const inQuery = await ask(`/tasks?A2A-Extensions=${encodeURIComponent(uri)}`);
    expect(inQuery.headers).not.toHaveProperty('a2a-extensions');
  });

  once('L-2', 'a text stands in the query, percent-encoded, under its name in camelCase', async (peer) => {
    const contextId = `ctx ü&=+/?#%-${crypto.randomUUID()}`;
    const body = { message: messageFor('echo', 'hi', { contextId }) };
    await httpOf(peer).call('POST', '/message:send', body);
    const page = await listed(peer, `contextId=${encodeURIComponent(contextId)}`);
    expect(page.tasks.map((task) => task.contextId)).toEqual([contextId]);
  });

  once('L-2', 'an id in the path is percent-encoded', async (peer) => {
    const id = 'a/b ü%:cancel';
    const answer = await httpOf(peer).request('GET', `/tasks/${encodeURIComponent(id)}`);
    expect(errorIn(answer).details).toMatchObject([{ reason: 'TASK_NOT_FOUND', metadata: { taskId: id } }]);
  });

  once('L-2', 'a number stands in the query as decimal digits', async (peer) => {
    expect((await listed(peer, 'pageSize=7')).pageSize).toBe(7);
    const { id } = await peer.send('need-input');
    await peer.result('SendMessage', { message: message('red', { taskId: id }) });
    const task = await httpOf(peer).call<Task>('GET', `/tasks/${id}?historyLength=1`);
    expect(task.history).toHaveLength(1);
  });

  once('L-2', 'a boolean stands in the query as true or false', async (peer) => {
    const { contextId } = await peer.send('echo');
    const taskOf = async (value: string) =>
      (await listed(peer, `contextId=${contextId}&includeArtifacts=${value}`)).tasks[0];
    expect(await taskOf('true')).toHaveProperty('artifacts');
    expect(await taskOf('false')).not.toHaveProperty('artifacts');
  });

  once('L-2', 'an enum stands in the query by its name', async (peer) => {
    const { contextId } = await peer.send('echo');
    const sizeOf = async (state: string) =>
      (await listed(peer, `contextId=${contextId}&status=${state}`)).totalSize;
    expect(await sizeOf('TASK_STATE_COMPLETED')).toBe(1);
    expect(await sizeOf('TASK_STATE_WORKING')).toBe(0);
  });

  once('L-2', 'a time stands in the query in ISO 8601', async (peer) => {
    const { contextId } = await peer.send('echo');
    const sizeAfter = async (time: string) =>
      (await listed(peer, `contextId=${contextId}&statusTimestampAfter=${encodeURIComponent(time)}`))
        .totalSize;
    expect(await sizeAfter('2020-01-01T00:00:00Z')).toBe(1);
    expect(await sizeAfter('2999-01-01T00:00:00.000Z')).toBe(0);
  });

  once('L-2', 'a DELETE says all in its path', async (peer) => {
    const answer = await httpOf(peer).request('DELETE', '/tasks/x/pushNotificationConfigs/y');
    expect(errorIn(answer).details).toMatchObject([{ reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' }]);
  });

  once('L-3', 'the data of an event is a StreamResponse and nothing else', async (peer) => {
    const stream = await httpOf(peer).stream('POST', '/message:stream', { message: messageFor('letters') });
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
    await stream.all();
    const events = stream.parser.events.map(({ data }) => Object.keys(JSON.parse(data) as object));
    expect(events.length).toBeGreaterThan(2);
    expect(events[0]).toEqual(['task']);
    for (const members of events.slice(1))
      expect(members).toEqual([expect.stringMatching(/^(statusUpdate|artifactUpdate)$/) as string]);
  });

  once('L-4', 'messages are sent by :send and :stream, tasks canceled by :cancel', async (peer) => {
    const http = httpOf(peer);
    const { id } = await http.send(messageFor('need-input'));
    expect(await http.call('POST', `/tasks/${id}:cancel`)).toMatchObject({
      id,
      status: { state: 'TASK_STATE_CANCELED' },
    });
    const stream = await http.stream('POST', '/message:stream', { message: messageFor('reply') });
    await stream.all();
    expect(stream.outline).toEqual(['message']);
  });

  for (const verb of ['GET', 'POST'])
    once('L-4', `tasks are followed by ${verb} :subscribe`, async (peer) => {
      const { id } = await peer.send('need-input');
      const stream = await httpOf(peer).stream(verb, `/tasks/${id}:subscribe`);
      expect((await stream.first('the task', (one) => 'task' in one)).response).toMatchObject({
        task: { id },
      });
      stream.destroy();
    });

  once('L-5', 'every path is there right below the URL on the card', async (peer) => {
    const card = await cardOf(peer);
    const { url } = card.supportedInterfaces.find((one) => one.protocolBinding === 'HTTP+JSON')!;
    const { id } = await peer.send('need-input');
    for (const [verb, path] of [
      ['GET', '/tasks'],
      ['GET', `/tasks/${id}`],
      ['POST', `/tasks/${id}:cancel`],
    ] as const) {
      const answer = await fetch(`${url}${path}`, { method: verb, headers: { 'a2a-version': '1.0' } });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  for (const [verb, path, body] of [
    ['GET', '/tasks/no-such-task', undefined],
    ['GET', '/tasks?pageSize=0', undefined],
    ['POST', '/message:send', {}],
    ['POST', '/message:send', '{"message":'],
    ['GET', '/no/such/path', undefined],
  ] as const)
    once('L-6', `the error of ${verb} ${path} has the members of a google.rpc.Status`, async (peer) => {
      const { headers, status, text } = await httpOf(peer).request(verb, path, body);
      expect(headers['content-type']).not.toContain('problem+json');
      const { error } = JSON.parse(text) as { error: object };
      expect(error).toMatchObject({ code: status, message: expect.any(String) as string });
      expect(Object.keys(error).toSorted()).toEqual(['code', 'details', 'message', 'status']);
    });
});
