import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import type { JsonRpcClient } from '../../support/json-rpc-client.js';
import { messageFor } from '../../support/messages.js';

interface Page {
  readonly tasks: Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

const TASKS = 7;

describe('ListTasks', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;
  let empty: Page;
  let made: Task[];

  beforeAll(async () => {
    agent = await AgentProcess.start();
    client = agent.client();
    empty = await list({});
    made = [];
    for (let index = 0; index < TASKS; index += 1) {
      const skillId = index === 0 ? 'need-input' : 'letters';
      made.unshift(await client.send(messageFor(skillId, 'go', { contextId: index < 3 ? 'few' : 'many' })));
    }
  });
  afterAll(() => endAgents(agent));

  const list = (params: object) => client.call<Page>('ListTasks', params);
  const fieldsOf = async (params: object) => {
    const { code, data } = await client.refusal('ListTasks', params);
    const [{ fieldViolations = [] } = {}] = (data ?? []) as { fieldViolations?: { field: string }[] }[];
    return [code, ...fieldViolations.map(({ field }) => field)];
  };
  const idsOf = ({ tasks }: Page) => tasks.map(({ id }) => id);

  it('BC-24 every member is there, also when there are no tasks', () => {
    expect(empty).toEqual({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
  });

  it('B-20 the newest status comes first, and a continued task moves to the front', async () => {
    expect(idsOf(await list({}))).toEqual(made.map(({ id }) => id));
    const asked = made.at(-1)?.id ?? '';
    await client.send({ ...messageFor('need-input', 'x'), taskId: asked });
    const [front] = (await list({})).tasks;
    expect(front?.id).toBe(asked);
    made.unshift(...made.splice(-1));
  });

  it('B-19 pages follow each other without gap or overlap', async () => {
    const pages: Page[] = [];
    for (
      let pageToken = '';
      pages.length === 0 || pageToken !== '';
      pageToken = pages.at(-1)?.nextPageToken ?? ''
    ) {
      pages.push(await list({ pageSize: 3, pageToken }));
    }
    expect(pages.map(({ tasks }) => tasks.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(idsOf)).toEqual(made.map(({ id }) => id));
    expect(pages.map(({ totalSize, pageSize }) => [totalSize, pageSize])).toEqual([
      [TASKS, 3],
      [TASKS, 3],
      [TASKS, 3],
    ]);
  });

  it('B-17 filters by context, state and time', async () => {
    expect((await list({ contextId: 'few' })).totalSize).toBe(3);
    expect((await list({ contextId: 'none' })).totalSize).toBe(0);
    expect((await list({ status: 'TASK_STATE_COMPLETED' })).totalSize).toBe(TASKS);
    expect((await list({ status: 'TASK_STATE_WORKING' })).totalSize).toBe(0);
    const [, second] = (await list({})).tasks;
    const since = await list({ statusTimestampAfter: second?.status.timestamp });
    expect(since.totalSize).toBe(2);
    expect((await list({ statusTimestampAfter: '2099-01-01T00:00:00Z' })).totalSize).toBe(0);
  });

  it('B-21 artifacts are there only if asked for, history too', async () => {
    for (const task of (await list({})).tasks) expect(task).not.toHaveProperty('artifacts');
    for (const task of (await list({ includeArtifacts: true })).tasks) expect(task.artifacts).toHaveLength(1);
    const [task] = (await list({ historyLength: 1 })).tasks;
    expect(task?.history).toHaveLength(1);
    const [none] = (await list({ historyLength: 0 })).tasks;
    expect(none).not.toHaveProperty('history');
  });

  it.each([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: -1 }, 'pageSize'],
    [{ pageSize: 1.5 }, 'pageSize'],
    [{ pageSize: '10x' }, 'pageSize'],
    [{ pageToken: '%%%' }, 'pageToken'],
    [{ pageToken: 'AAAA' }, 'pageToken'],
    [{ pageToken: Buffer.from('{"statusAt":0}').toString('base64url') }, 'pageToken'],
    [{ status: 'completed' }, 'status'],
    [{ status: 'TASK_STATE_UNSPECIFIED' }, 'status'],
    [{ status: 99 }, 'status'],
    [{ statusTimestampAfter: 'yesterday' }, 'statusTimestampAfter'],
    [{ statusTimestampAfter: '2026-01-01T00:00:00+02:00' }, 'statusTimestampAfter'],
    [{ statusTimestampAfter: '2026-02-30T00:00:00Z' }, 'statusTimestampAfter'],
    [{ includeArtifacts: 'yes' }, 'includeArtifacts'],
  ])('BC-25 B-23 %j is -32602 naming %s', async (params, field) => {
    expect(await fieldsOf(params)).toEqual([-32602, field]);
  });

  it('B-18 the largest page is 100', async () => {
    expect(await list({ pageSize: 100 })).toMatchObject({ pageSize: 100, nextPageToken: '' });
    expect(await list({ pageSize: 1 })).toMatchObject({ pageSize: 1, tasks: [{}] });
  });

  it('BC-25 a token holds only for the filters that it was made with, and can not be mended by hand', async () => {
    const { nextPageToken } = await list({ pageSize: 1, contextId: 'few' });
    expect(nextPageToken).not.toBe('');
    expect((await list({ contextId: 'few', pageToken: nextPageToken })).tasks).toHaveLength(2);
    expect(await fieldsOf({ contextId: 'many', pageToken: nextPageToken })).toEqual([-32602, 'pageToken']);
    expect(await fieldsOf({ pageToken: nextPageToken })).toEqual([-32602, 'pageToken']);
    const decoded = Buffer.from(nextPageToken, 'base64url').toString();
    const changed = Buffer.from(decoded.replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`)).toString(
      'base64url',
    );
    expect(await fieldsOf({ contextId: 'few', pageToken: changed })).toEqual([-32602, 'pageToken']);
  });
});
