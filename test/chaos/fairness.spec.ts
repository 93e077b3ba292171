import { afterAll, expect, it } from 'vitest';
import type { Task } from '../../src/a2a/index.js';
import { describeChaos, inForm } from '../support/fleet/chaos-suite.js';
import { quantile } from '../support/fleet/figures.js';
import type { StreamEvent } from '../support/json-rpc-stream.js';
import { inParallel } from '../support/fleet/load/task-log.js';
import { messageFor } from '../support/messages.js';
import { TokenIssuer } from '../support/token-issuer.js';

const WAITING = inForm(300, 10_000);
const JOB_MS = 500;
const NEWCOMERS = inForm(3, 10);
const CALLERS = 16;
/** What a busy core may add. */
const HICCUP_MS = 250;

const issuers: TokenIssuer[] = [];
afterAll(() => Promise.all(issuers.map((issuer) => issuer.close())));

describeChaos('fairness', { apis: 1, workers: 1, prepare: openIssuer }, (chaos) => {
  it(`a principal with ${WAITING} waiting tasks does not starve another: its task starts within two job lengths`, async () => {
    const { fleet } = chaos;
    const alice = await client('alice');
    await inParallel(Array.from({ length: WAITING }), CALLERS, () =>
      alice.begin(messageFor('one-by-one', `${JOB_MS}`)),
    );
    const starts: { from: number; to: number }[] = [];
    for (let newcomer = 1; newcomer <= NEWCOMERS; newcomer += 1) {
      const bob = await client(`bob-${newcomer}`);
      const { id } = await bob.begin(messageFor('one-by-one', `${JOB_MS}`));
      const stream = await bob.stream('SubscribeToTask', { id }, { 'last-event-id': '0' });
      const events = await stream.all();
      starts.push({
        from: timeOf(events, 'TASK_STATE_SUBMITTED'),
        to: timeOf(events, 'TASK_STATE_WORKING'),
      });
    }
    const { tasks, totalSize } = await alice.call<{ tasks: Task[]; totalSize: number }>('ListTasks', {
      status: 'TASK_STATE_COMPLETED',
      pageSize: 100,
    });
    const ends = tasks.map(({ status }) => Date.parse(status.timestamp ?? '')).toReversed();
    const jobMs = quantile(
      ends.slice(1).map((end, index) => end - ends[index]!),
      0.5,
    );
    const before = starts.map(({ from, to }) => ends.filter((end) => end > from && end <= to).length);
    const waitsMs = starts.map(({ from, to }) => to - from);
    chaos.report({
      'waiting tasks of one principal': WAITING - totalSize,
      newcomers: NEWCOMERS,
      'from one start to the next ms': jobMs,
      'newcomer started after ms, at most': Math.max(...waitsMs),
      'jobs that ended before it started, at most': Math.max(...before),
    });
    expect(WAITING - totalSize).toBeGreaterThan(WAITING / 2);
    // The one that ran when it came, and one more.
    expect(Math.max(...before)).toBeLessThanOrEqual(2);
    expect(Math.max(...waitsMs)).toBeLessThan(2 * jobMs + HICCUP_MS);

    async function client(subject: string) {
      return fleet.client(0, { authorization: `Bearer ${await issuers.at(-1)!.token(subject)}` });
    }
  });
});

async function openIssuer() {
  const issuer = await TokenIssuer.create('https://chaos.example');
  await issuer.open();
  issuers.push(issuer);
  return { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: issuer.audience };
}

/** When the task came into a state, by the store's clock. */
function timeOf(events: readonly StreamEvent[], state: string): number {
  const times = events.flatMap(({ response }) =>
    'statusUpdate' in response && response.statusUpdate.status.state === state
      ? [Date.parse(response.statusUpdate.status.timestamp ?? '')]
      : [],
  );
  return times[0] ?? Number.NaN;
}
