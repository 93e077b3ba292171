import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type JsonValue,
  PROGRESS_EXTENSION,
  type Progress,
  type StreamResponse,
  type Task,
} from '../../src/a2a/index.js';
import { AgentProcess, endAgents, temporaryFolder } from '../support/agent-process.js';
import { eventually } from '../support/eventually.js';
import type { JsonRpcStream, StreamEvent } from '../support/json-rpc-stream.js';

const FILES = 200;
/** The whole process is killed when the review has come this far, in percent. */
const KILLS_AT = [25, 40];
/** A file that is being linted when the process dies is linted again; one at a time. */
const UNFINISHED_PER_KILL = 1;

const files = Array.from({ length: FILES }, (_, index) => ({
  path: `file-${index}.ts`,
  content: [
    `export let never${index}: any = ${index};`,
    'var unused = 1;',
    ...Array.from({ length: 200 }, (_line, line) => `export const value${line} = never${index} + ${line};`),
    'if (never = 2) { debugger }',
  ].join('\n'),
}));

describe('a review of 200 files whose process is killed twice', () => {
  const agents: AgentProcess[] = [];
  const dataDir = temporaryFolder();
  const lintLog = join(dataDir, 'linted.txt');

  afterAll(() => endAgents(...agents));

  it('is told once to a follower that resumes, ends with the same bytes, and repeats no finished step', async () => {
    await start();
    const undisturbed = await review((stream) => stream.all(240_000));
    writeFileSync(lintLog, '');

    const seen: StreamEvent[] = [];
    const killed = await review(async (stream) => {
      let current = stream;
      for (const percent of KILLS_AT) {
        await eventually(
          `the review is ${percent} % done`,
          () => progressOf(current.events) >= percent,
          240_000,
        );
        await latest().stop('SIGKILL');
        seen.push(...(await current.all()));
        await start();
        current = await resume(stream, seen);
      }
      seen.push(...(await current.all(240_000)));
    });

    expect(killed.status.state).toBe('TASK_STATE_COMPLETED');
    expect(JSON.stringify(killed.artifacts)).toBe(JSON.stringify(undisturbed.artifacts));
    expect(findingsOf(killed)).toBeGreaterThan(FILES);

    const first = seen[0]?.id ?? Number.NaN;
    expect(seen.map(({ id }) => id)).toEqual(seen.map((_, index) => first + index));
    expect(seen.filter(({ response }) => isTerminal(response))).toHaveLength(1);
    expect(isTerminal(seen.at(-1)?.response)).toBe(true);

    const linted = readFileSync(lintLog, 'utf8').trim().split('\n');
    expect(new Set(linted).size).toBe(FILES);
    expect(linted.length).toBeLessThanOrEqual(FILES + KILLS_AT.length * UNFINISHED_PER_KILL);
  });

  async function start(): Promise<void> {
    agents.push(await AgentProcess.start({ program: 'review-agent', dataDir, env: { LINT_LOG: lintLog } }));
  }

  function latest(): AgentProcess {
    const agent = agents.at(-1);
    if (!agent) throw new Error('No agent was started.');
    return agent;
  }

  async function review(watch: (stream: JsonRpcStream) => Promise<unknown>): Promise<Task> {
    const { id } = await latest()
      .client()
      .begin({
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        parts: [{ data: { files } as unknown as JsonValue }],
        metadata: { skillId: 'review-typescript' },
      });
    await watch(await latest().client().stream('SubscribeToTask', { id }));
    return latest().client().task(id);
  }

  function resume(stream: JsonRpcStream, seen: readonly StreamEvent[]): Promise<JsonRpcStream> {
    const [begin] = stream.events;
    const id = begin && 'task' in begin.response ? begin.response.task.id : '';
    return latest()
      .client()
      .stream('SubscribeToTask', { id }, { 'last-event-id': `${seen.at(-1)?.id}` });
  }
});

function progressOf(events: readonly StreamEvent[]): number {
  const reports = events.flatMap(({ response }) =>
    'statusUpdate' in response ? [response.statusUpdate.metadata?.[PROGRESS_EXTENSION]] : [],
  );
  return (reports.at(-1) as Progress | undefined)?.percent ?? 0;
}

function isTerminal(response: StreamResponse | undefined): boolean {
  return (
    response !== undefined &&
    'statusUpdate' in response &&
    response.statusUpdate.status.state === 'TASK_STATE_COMPLETED'
  );
}

function findingsOf({ artifacts }: Task): number {
  const data = artifacts?.[0]?.parts.map((part) => ('data' in part ? part.data : undefined))[0];
  return (data as { findings: unknown[] } | undefined)?.findings.length ?? 0;
}
