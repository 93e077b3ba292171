import { afterAll, expect, it } from 'vitest';
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

const issuers: TokenIssuer[] = [];
afterAll(() => Promise.all(issuers.map((issuer) => issuer.close())));

describeChaos(
  'fairness',
  { apis: 1, workers: 1 },
  (chaos) => {
    it(`a principal with ${WAITING} waiting tasks does not starve another: its task starts within two job lengths`, async () => {
      const { fleet } = chaos;
      const alice = await client('alice');
      await inParallel(Array.from({ length: WAITING }), CALLERS, () =>
        alice.begin(messageFor('one-by-one', `${JOB_MS}`)),
      );
      const waits: number[] = [];
      const lengths: number[] = [];
      for (let newcomer = 1; newcomer <= NEWCOMERS; newcomer += 1) {
        const bob = await client(`bob-${newcomer}`);
        const { id } = await bob.begin(messageFor('one-by-one', `${JOB_MS}`));
        const stream = await bob.stream('SubscribeToTask', { id }, { 'last-event-id': '0' });
        const events = await stream.all();
        waits.push(timeOf(events, 'TASK_STATE_WORKING') - timeOf(events, 'TASK_STATE_SUBMITTED'));
        lengths.push(timeOf(events, 'TASK_STATE_COMPLETED') - timeOf(events, 'TASK_STATE_WORKING'));
      }
      const still = await alice.call<{ totalSize: number }>('ListTasks', { status: 'TASK_STATE_SUBMITTED' });
      expect(still.totalSize).toBeGreaterThan(WAITING / 2);
      chaos.report({
        'waiting tasks of one principal': WAITING,
        newcomers: NEWCOMERS,
        'job length ms': quantile(lengths, 0.5),
        'newcomer started after ms, at most': Math.max(...waits),
      });
      expect(Math.max(...waits)).toBeLessThan(2 * quantile(lengths, 0.5));

      async function client(subject: string) {
        return fleet.client(0, { authorization: `Bearer ${await issuers.at(-1)!.token(subject)}` });
      }
    });
  },
  async () => {
    const issuer = await TokenIssuer.create('https://chaos.example');
    await issuer.open();
    issuers.push(issuer);
    return { env: { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: issuer.audience } };
  },
);

/** When the task came into a state, by the store's clock. */
function timeOf(events: readonly StreamEvent[], state: string): number {
  const times = events.flatMap(({ response }) =>
    'statusUpdate' in response && response.statusUpdate.status.state === state
      ? [Date.parse(response.statusUpdate.status.timestamp ?? '')]
      : [],
  );
  return times[0] ?? Number.NaN;
}
