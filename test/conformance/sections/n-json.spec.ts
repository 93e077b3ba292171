import { expect } from 'vitest';
import type { ListTasksResponse, Part, Task, TaskState } from '../../../src/a2a/index.js';
import { message, messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { cardOf } from '../raw.js';

const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/;
const ENUM = /^(ROLE_(USER|AGENT)|TASK_STATE_[A-Z_]+)$/;
/** UTC, with milliseconds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Content that is its sender's, with names of any kind. */
const OPAQUE = new Set(['metadata', 'data', 'params']);

/** A member of an answer. */
type Member = readonly [name: string, value: unknown];

/** All members of what an answer holds, but not those of anybody's own content. */
function membersOf(value: unknown): readonly Member[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(membersOf);
  return Object.entries(value).flatMap(([name, member]) => [
    [name, member] as const,
    ...(OPAQUE.has(name) ? [] : membersOf(member)),
  ]);
}

/** A task with a status message, a history, and messages of both roles. */
async function talked(peer: Peer): Promise<Task> {
  const { id } = await peer.send('need-input');
  return peer.task(id);
}

/** What the skill that gives back its message makes of a part. */
async function echoed(peer: Peer, part: object): Promise<readonly Part[] | undefined> {
  const sent = { ...messageFor('echo'), parts: [part] };
  const { task } = await peer.result<{ task: Task }>('SendMessage', { message: sent });
  return task.artifacts?.[0]?.parts;
}

describeSection('N: JSON', ({ row, once }) => {
  row('N-1', 'the members of tasks, pages and events have names in camelCase', async (peer) => {
    const events = await peer.events('SendStreamingMessage', { message: messageFor('letters') });
    const page = await peer.result('ListTasks', { includeArtifacts: true, historyLength: 5 });
    const names = membersOf([await talked(peer), page, events]).map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['contextId', 'messageId', 'artifactId', 'nextPageToken', 'lastChunk']),
    );
    expect(names.filter((name) => !CAMEL_CASE.test(name))).toEqual([]);
  });

  once('N-1', 'so have those of the card', async (peer) => {
    const names = membersOf(await cardOf(peer)).map(([name]) => name);
    expect(names).toContain('supportedInterfaces');
    expect(names.filter((name) => !CAMEL_CASE.test(name))).toEqual([]);
  });

  row('N-1', 'states and roles are written by their full names', async (peer) => {
    const events = await peer.events('SendStreamingMessage', { message: messageFor('letters') });
    const enums = membersOf([await talked(peer), events])
      .filter(([name]) => name === 'state' || name === 'role')
      .map(([, value]) => value);
    expect(enums).toEqual(
      expect.arrayContaining([
        'ROLE_USER',
        'ROLE_AGENT',
        'TASK_STATE_INPUT_REQUIRED',
        'TASK_STATE_COMPLETED',
      ]),
    );
    expect(enums.filter((value) => !ENUM.test(String(value)))).toEqual([]);
  });

  for (const role of ['user', 'ROLE_OTHER'])
    row('N-1', `a role by the name ${role} is none`, async (peer) => {
      const sent = { ...messageFor('echo'), role };
      expect(await peer.refusal('SendMessage', { message: sent })).toMatchObject({
        reason: 'INVALID_PARAMS',
      });
    });

  row('N-2', 'every time is in UTC with milliseconds', async (peer) => {
    const events = await peer.events('SendStreamingMessage', { message: messageFor('letters') });
    const page = await peer.result('ListTasks');
    for (const answer of [await talked(peer), events, page]) {
      const times = membersOf(answer).filter(([name]) => name === 'timestamp');
      expect(times.length).toBeGreaterThan(0);
      for (const [, time] of times) expect(time).toMatch(TIME);
    }
  });

  row('N-2', 'the time of a status is that of the clock', async (peer) => {
    const before = Date.now();
    const { status } = await peer.send('echo');
    const at = Date.parse(status.timestamp!);
    expect(at).toBeGreaterThanOrEqual(before - 1000);
    expect(at).toBeLessThanOrEqual(Date.now() + 1000);
  });

  for (const fraction of ['', '.5', '.123456', '.123456789'])
    row('N-2', `a time is read with the fraction "${fraction}"`, async (peer) => {
      const { contextId } = await peer.send('echo');
      const sizeAfter = async (day: string) => {
        const statusTimestampAfter = `${day}T12:00:00${fraction}Z`;
        return (await peer.result<ListTasksResponse>('ListTasks', { contextId, statusTimestampAfter }))
          .totalSize;
      };
      expect(await sizeAfter('2020-01-31')).toBe(1);
      expect(await sizeAfter('2999-01-31')).toBe(0);
    });

  row('N-3', 'bytes come back in standard base64, whichever alphabet they came in', async (peer) => {
    const part = { mediaType: 'application/octet-stream' };
    const bytes = Buffer.from([0xfb, 0xef, 0xff, 0x00]);
    for (const raw of [bytes.toString('base64'), bytes.toString('base64url')])
      expect(await echoed(peer, { ...part, raw })).toEqual([{ ...part, raw: '++//AA==' }]);
  });

  row('N-3', 'what is no base64 is refused', async (peer) => {
    const sent = { ...messageFor('echo'), parts: [{ raw: 'not base64!' }] };
    expect(await peer.refusal('SendMessage', { message: sent })).toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  for (const [what, part] of [
    ['text', { text: 'hi' }],
    ['text that is empty', { text: '' }],
    ['raw', { raw: 'AAEC' }],
    ['url', { url: 'https://files.example/a.png' }],
    ['data that is an object', { data: { a: [1, null, { b: 'c_d' }] } }],
    ['data that is an array', { data: [1, 'two', false] }],
    ['data that is a string', { data: 'text' }],
    ['data that is false', { data: false }],
    ['data that is null', { data: null }],
    [
      'mediaType, filename and metadata beside it',
      { text: 'a,b', mediaType: 'text/csv', filename: 'a.csv', metadata: { some_key: { Deep: 1 } } },
    ],
  ] as const)
    row('N-4', `a part with ${what} is carried as it is, and without a kind`, async (peer) => {
      expect(await echoed(peer, part)).toEqual([part]);
    });

  for (const part of [{}, { mediaType: 'text/plain' }, { text: 'a', data: 1 }, { raw: 'AAEC', url: 'x:y' }])
    row('N-4', `a part with none or several is refused: ${JSON.stringify(part)}`, async (peer) => {
      const sent = { ...messageFor('echo'), parts: [part] };
      expect(await peer.refusal('SendMessage', { message: sent })).toMatchObject({
        reason: 'INVALID_PARAMS',
      });
    });

  for (const member of ['messageId', 'role', 'parts'])
    row('N-5', `a message without ${member} is refused`, async (peer) => {
      const sent = { ...messageFor('echo'), [member]: undefined };
      expect(await peer.refusal('SendMessage', { message: sent })).toMatchObject({
        reason: 'INVALID_PARAMS',
      });
    });

  row('N-5', 'a message that is not there is refused', async (peer) => {
    expect(await peer.refusal('SendMessage', {})).toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  row('N-5', 'a message whose list of parts is empty is refused', async (peer) => {
    const sent = { ...messageFor('echo'), parts: [] };
    expect(await peer.refusal('SendMessage', { message: sent })).toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  row('N-5', 'members that nobody knows are ignored, at every level', async (peer) => {
    const sent = { ...messageFor('echo'), parts: [{ text: 'hi', colour: 'red' }], kind: 'message', later: 1 };
    const params = { message: sent, configuration: { later: {} }, later: [] };
    const { task } = await peer.result<{ task: Task }>('SendMessage', params);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED' satisfies TaskState);
    expect(task.artifacts?.[0]?.parts).toEqual([{ text: 'hi' }]);
    expect(await peer.result('ListTasks', { later: 1 })).toHaveProperty('totalSize');
  });

  row('N-5', 'names of the definition and numbers of enums are read too', async (peer) => {
    const { messageId, parts, metadata } = message('hi', { metadata: { skillId: 'echo' } });
    const contextId = crypto.randomUUID();
    const sent = { message_id: messageId, context_id: contextId, role: 1, parts, metadata };
    const { task } = await peer.result<{ task: Task }>('SendMessage', { message: sent });
    expect(task.contextId).toBe(contextId);
    expect(task.history?.[0]).toMatchObject({ messageId, role: 'ROLE_USER' });
  });

  row('N-5', 'a member that is null counts as left out', async (peer) => {
    const sent = { ...messageFor('echo'), contextId: null, taskId: null, extensions: null };
    const configuration = { historyLength: null, acceptedOutputModes: null };
    expect(await peer.result('SendMessage', { message: sent, configuration })).toHaveProperty('task.id');
  });

  row('N-6', 'a page without tasks has all its members', async (peer) => {
    const page = await peer.result('ListTasks', { contextId: crypto.randomUUID() });
    expect(page).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
  });

  row('N-6', 'a text that is empty is there all the same', async (peer) => {
    const { history } = await peer.send('echo', '');
    expect(history?.[0]?.parts).toEqual([{ text: '' }]);
  });
});
