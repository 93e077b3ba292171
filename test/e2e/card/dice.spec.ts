import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part, SendMessageResponse, Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { within } from '../../support/eventually.js';
import { JsonRpcClient } from '../../support/json-rpc-client.js';
import { message, statusText } from '../../support/messages.js';
import { cardOf } from './served-card.js';

const SEED = readFileSync(new URL('../../cards/dice-agent.json', import.meta.url), 'utf8');

interface Roll {
  readonly count: number;
  readonly sides: number;
  readonly rolls: readonly number[];
  readonly total: number;
}

describe('the Dice Agent', () => {
  let agent: AgentProcess;
  let client: JsonRpcClient;

  beforeAll(async () => {
    agent = await AgentProcess.start({
      program: 'dice-agent',
      env: { PUBLIC_URL: 'http://localhost:9999/' },
    });
    client = new JsonRpcClient(`${agent.url}/`);
  });
  afterAll(() => endAgents(agent));

  const roll = (text: string): Promise<Task> => within(`an answer to ${text}`, client.send(message(text)));
  const rollIn = ({ artifacts = [] }: Task): Roll | undefined => {
    const parts: readonly Part[] = artifacts.flatMap((artifact) => artifact.parts);
    return parts.flatMap((part) => ('data' in part ? [part.data as unknown as Roll] : []))[0];
  };

  it('SD-017 C6 serves the card of seed 000, member for member', async () => {
    expect(agent.port).not.toBe(9999);
    expect(await cardOf(agent)).toEqual(JSON.parse(SEED));
  });

  it('SD-017 only its address is another where it is elsewhere', async () => {
    const elsewhere = await AgentProcess.start({ program: 'dice-agent' });
    try {
      const moved = SEED.replace('http://localhost:9999/', `http://localhost:${elsewhere.port}/`);
      expect(await cardOf(elsewhere)).toEqual(JSON.parse(moved));
    } finally {
      await endAgents(elsewhere);
    }
  });

  it.each([
    ['2d6', 2, 6],
    ['roll 2d6', 2, 6],
    ['掷 3d20', 3, 20],
    ['1d1', 1, 1],
    ['100d1000', 100, 1_000],
  ])('SD-018 rolls %s', async (text, count, sides) => {
    const task = await roll(text);
    expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    const rolled = rollIn(task)!;
    expect(rolled).toMatchObject({ count, sides });
    expect(rolled.rolls).toHaveLength(count);
    for (const one of rolled.rolls) {
      expect(Number.isInteger(one)).toBe(true);
      expect(one).toBeGreaterThanOrEqual(1);
      expect(one).toBeLessThanOrEqual(sides);
    }
    expect(rolled.total).toBe(rolled.rolls.reduce((sum, one) => sum + one, 0));
    const [said] = task.artifacts?.[0]?.parts ?? [];
    expect(said).toEqual({ text: `${rolled.rolls.join(' + ')} = ${rolled.total}` });
  });

  it('SD-018 every face of the dice comes up, and they are not always the same', async () => {
    const { rolls } = rollIn(await roll('100d2'))!;
    expect(new Set(rolls)).toEqual(new Set([1, 2]));
    expect(rollIn(await roll('100d1000'))!.rolls).not.toEqual(rollIn(await roll('100d1000'))!.rolls);
  });

  it.each([
    ['0d6', /1 to 100 dice/],
    ['2d0', /1 to 1000 faces/],
    ['999999d6', /1 to 100 dice/],
    ['2d999999', /1 to 1000 faces/],
  ])('SD-018 rejects %s, and says why', async (text, why) => {
    const task = await roll(text);
    expect(task.status.state).toBe('TASK_STATE_REJECTED');
    expect(statusText(task)).toMatch(why);
    expect(task.artifacts ?? []).toEqual([]);
  });

  it('SD-018 asks for the dice where none are named, and rolls those of the answer', async () => {
    const asked = await roll('abc');
    expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(statusText(asked)).toContain('NdM');
    const answered = await client.send(message('2d6', { taskId: asked.id }));
    expect(answered.status.state).toBe('TASK_STATE_COMPLETED');
    expect(rollIn(answered)?.rolls).toHaveLength(2);
  });

  it('SD-019 the bytes of the card are UTF-8, and its tag and length are of these bytes', async () => {
    const answer = await fetch(agent.cardUrl);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe(`${bytes.length}`);
    expect(answer.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('base64url')}"`);
    expect(bytes.includes(Buffer.from('"name":"掷骰子"', 'utf8'))).toBe(true);
    expect(bytes.includes('\\u')).toBe(false);
    expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toBe(bytes.toString('utf8'));
  });

  it('SD-019 what is said in other scripts comes back as it was, on a stream and when it is asked for', async () => {
    const text = '掷 3d20 – Zürich \u{1f3b2}';
    const stream = await client.stream('SendStreamingMessage', { message: message(text) });
    const { response } = await stream.first('the task', (one) => 'task' in one);
    const { task } = response as Extract<SendMessageResponse, { task: Task }>;
    expect(task.history?.[0]?.parts).toEqual([{ text }]);
    expect((await client.task(task.id)).history?.[0]?.parts).toEqual([{ text }]);
  });
});
