import { expect } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { message, messageFor } from '../../support/messages.js';
import { fieldsOf, listed, newId, type Page, taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

/** Makes tasks in a context of their own, one after the other. */
async function made(peer: Peer, skillIds: readonly string[]): Promise<{ contextId: string; ids: string[] }> {
  const contextId = newId();
  const ids: string[] = [];
  for (const skillId of skillIds) ids.push((await taskOf(peer, messageFor(skillId, 'go', { contextId }))).id);
  return { contextId, ids };
}

function idsOf({ tasks }: Page): string[] {
  return tasks.map(({ id }) => id);
}

const FIVE = ['echo', 'echo', 'echo', 'echo', 'echo'];

/** Values that a member can not have. */
const FAULTY = [
  ['status', 'completed'],
  ['status', 'TASK_STATE_OTHER'],
  ['historyLength', -1],
  ['statusTimestampAfter', 'yesterday'],
  ['statusTimestampAfter', '2026-02-30T00:00:00Z'],
] as const;

async function expectRefused(peer: Peer, field: string, value: unknown): Promise<void> {
  const refusal = await peer.refusal('ListTasks', { [field]: value });
  expect(refusal).toMatchObject({ reason: 'INVALID_PARAMS', code: 400 });
  expect(fieldsOf(refusal)).toEqual([field]);
}

describeSection('B: ListTasks', ({ row, once }) => {
  row('B-17', 'the filters let through what is asked for, one by one and together', async (peer) => {
    const { contextId, ids } = await made(peer, ['echo', 'need-input', 'echo']);
    const [first = '', asks = '', last = ''] = ids;
    expect(idsOf(await listed(peer, { contextId })).toSorted()).toEqual(ids.toSorted());
    const completed = await listed(peer, { contextId, status: 'TASK_STATE_COMPLETED' });
    expect(idsOf(completed)).toEqual([last, first]);
    expect(idsOf(await listed(peer, { contextId, status: 'TASK_STATE_INPUT_REQUIRED' }))).toEqual([asks]);
    expect(idsOf(await listed(peer, { contextId, status: 'TASK_STATE_CANCELED' }))).toEqual([]);
    expect(idsOf(await listed(peer, { status: 'TASK_STATE_INPUT_REQUIRED' }))).toContain(asks);
    expect(idsOf(await listed(peer, { contextId: newId() }))).toEqual([]);
    const pages = await listed(peer, { contextId, status: 'TASK_STATE_COMPLETED', pageSize: 1 });
    expect([idsOf(pages), pages.totalSize]).toEqual([[last], 2]);
  });

  row('B-17', 'a time lets through what is of that moment or later', async (peer) => {
    const { contextId, ids } = await made(peer, FIVE);
    const { tasks } = await listed(peer, { contextId });
    const { timestamp: statusTimestampAfter = '' } = tasks[2]!.status;
    const expected = tasks.filter(({ status }) => status.timestamp! >= statusTimestampAfter);
    const later = await listed(peer, { contextId, statusTimestampAfter });
    expect(idsOf(later)).toEqual(expected.map(({ id }) => id));
    expect(idsOf(later)).toContain(ids[2]);
    expect(idsOf(later)).not.toContain(ids[0]);
    const none = await listed(peer, { contextId, statusTimestampAfter: '2099-01-01T00:00:00Z' });
    expect(none.totalSize).toBe(0);
  });

  row('B-18', 'a page is as large as asked for, from 1 to 100', async (peer) => {
    const { contextId } = await made(peer, ['echo', 'echo']);
    const small = await listed(peer, { contextId, pageSize: 1 });
    expect([small.pageSize, small.tasks.length]).toEqual([1, 1]);
    const large = await listed(peer, { contextId, pageSize: 100 });
    expect([large.pageSize, large.tasks.length]).toEqual([100, 2]);
  });

  once('B-18', 'a page holds 50 unless told', async (peer) => {
    const contextId = newId();
    const sends = Array.from({ length: 51 }, () => taskOf(peer, messageFor('echo', 'go', { contextId })));
    await Promise.all(sends);
    const page = await listed(peer, { contextId });
    expect(page).toMatchObject({
      pageSize: 50,
      totalSize: 51,
      nextPageToken: expect.stringMatching(/./) as string,
    });
    expect(page.tasks).toHaveLength(50);
    const rest = await listed(peer, { contextId, pageToken: page.nextPageToken });
    expect(new Set([...idsOf(page), ...idsOf(rest)]).size).toBe(51);
  });

  for (const pageSize of [0, 101, -1])
    row('B-18', `a page of ${pageSize} is refused`, (peer) => expectRefused(peer, 'pageSize', pageSize));

  for (const pageToken of ['%%%', 'AAAA'])
    row('B-19', `the token ${pageToken} is refused`, (peer) => expectRefused(peer, 'pageToken', pageToken));

  row('B-19', 'pages follow each other without gap or overlap', async (peer) => {
    const { contextId } = await made(peer, FIVE);
    const pages: Page[] = [];
    for (let pageToken: string | undefined; pageToken !== ''; pageToken = pages.at(-1)?.nextPageToken ?? '') {
      expect(pages.length).toBeLessThan(5);
      pages.push(await listed(peer, { contextId, pageSize: 2, pageToken }));
    }
    expect(pages.map(({ tasks }) => tasks.length)).toEqual([2, 2, 1]);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(await listed(peer, { contextId })));
  });

  row('B-20', 'the newest status comes first, and a task that goes on comes to the front', async (peer) => {
    const { contextId, ids } = await made(peer, ['need-input', 'echo', 'echo']);
    const [asks = '', ...others] = ids;
    expect(idsOf(await listed(peer, { contextId }))).toEqual([...others.toReversed(), asks]);
    await taskOf(peer, message('blue', { taskId: asks }));
    const { tasks } = await listed(peer, { contextId });
    expect(tasks.map(({ id }) => id)).toEqual([asks, ...others.toReversed()]);
    const times = tasks.map(({ status }) => status.timestamp!);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  row('B-21', 'artifacts are left out unless asked for', async (peer) => {
    const { contextId } = await made(peer, ['letters']);
    for (const includeArtifacts of [undefined, false]) {
      const { tasks } = await listed(peer, { contextId, includeArtifacts });
      expect(tasks).toHaveLength(1);
      expect(tasks[0]).not.toHaveProperty('artifacts');
    }
  });

  row(
    'B-21',
    'artifacts are there with what is in them when asked for, and the member in any case',
    async (peer) => {
      const { contextId, ids } = await made(peer, ['letters', 'need-input']);
      const { tasks } = await listed(peer, { contextId, includeArtifacts: true });
      const byId = new Map(tasks.map((task: Task) => [task.id, task.artifacts]));
      expect(byId.get(ids[0]!)).toMatchObject([
        { artifactId: 'letters', parts: [{ text: 'A' }, { text: 'B' }, { text: 'C' }] },
      ]);
      expect(byId.get(ids[1]!)).toEqual([]);
    },
  );

  row('B-22', 'every member is there, also when there is no task', async (peer) => {
    expect(await listed(peer, { contextId: newId() })).toEqual({
      tasks: [],
      nextPageToken: '',
      pageSize: 50,
      totalSize: 0,
    });
  });

  row('B-22', 'the total is that before paging, and only the last page has no next one', async (peer) => {
    const { contextId } = await made(peer, ['echo', 'echo', 'echo']);
    const first = await listed(peer, { contextId, pageSize: 2 });
    expect(first).toMatchObject({
      pageSize: 2,
      totalSize: 3,
      nextPageToken: expect.stringMatching(/./) as string,
    });
    const last = await listed(peer, { contextId, pageSize: 2, pageToken: first.nextPageToken });
    expect(last).toMatchObject({ pageSize: 2, totalSize: 3, nextPageToken: '' });
  });

  for (const [field, value] of FAULTY)
    row('B-23', `the ${field} ${value} is refused and named`, (peer) => expectRefused(peer, field, value));
});
