import { expect } from 'vitest';
import type { AgentCard, SendMessageResponse } from '../../../src/a2a/index.js';
import { message, messageFor, statusText } from '../../support/messages.js';
import { taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { ask, EXTENDED_CARD } from '../raw.js';

const EXTENDED = { on: 'with an extended card' } as const;
const SCOPE = 'payroll:read';

/** What tokens allow, and whether that lets their bearers see what is for the scope. */
const SCOPES: readonly (readonly [scope: string | undefined, sees: boolean])[] = [
  [undefined, false],
  [SCOPE, true],
  [`profile ${SCOPE} email`, true],
  ['payroll', false],
  ['payroll:reader', false],
  ['xpayroll:read', false],
  ['PAYROLL:READ', false],
  [`${SCOPE},email`, false],
];

async function skillsSeenBy(peer: Peer): Promise<readonly string[]> {
  const { skills } = await peer.result<AgentCard>('GetExtendedAgentCard');
  return skills.map(({ id }) => id);
}

/** Alice has proved who she is; the token of paymasters allows them more. */
describeSection('A: what is told to whom', ({ row, once }) => {
  once(
    'A-19',
    'the public card tells nobody of what is not for everybody, whatever their token allows',
    async (peer) => {
      for (const headers of [{}, await peer.credentials('paymaster', SCOPE)]) {
        const text = await (await fetch(peer.agent.cardUrl, { headers })).text();
        expect(text).toContain('welcome');
        expect(text).not.toMatch(/members|minutes|payroll|wages/);
      }
    },
    EXTENDED,
  );

  for (const [scope, sees] of SCOPES)
    row(
      'A-19',
      `a token for ${scope ?? 'nothing'} shows ${sees ? 'what is for a scope' : 'nothing that is for a scope'}`,
      async (peer) => {
        // In between, so that nothing is kept of what the other was told.
        const paymaster = await peer.as('paymaster', SCOPE);
        expect(await skillsSeenBy(paymaster)).toEqual(['welcome', 'members', 'payroll']);
        const caller = await peer.as('alice', scope);
        expect(await skillsSeenBy(caller)).toEqual(
          sees ? ['welcome', 'members', 'payroll'] : ['welcome', 'members'],
        );
        const text = JSON.stringify(await caller.result('GetExtendedAgentCard'));
        expect(/payroll|wages/.test(text)).toBe(sees);
      },
      EXTENDED,
    );

  row(
    'A-19',
    'to name a tenant proves nothing and shows no more',
    async (peer) => {
      const params = { tenant: 'payroll' };
      expect(await peer.result('GetExtendedAgentCard', params)).toEqual(
        await peer.result('GetExtendedAgentCard'),
      );
      const inTenant = { ...EXTENDED_CARD, params, http: ['GET', '/payroll/extendedAgentCard'] } as const;
      expect((await ask(peer, inTenant)).status).toBe(401);
      const known = await ask(peer, inTenant, await peer.credentials('alice'));
      expect(known.status).toBe(200);
      expect(known.text).not.toMatch(/payroll|wages/);
    },
    EXTENDED,
  );

  for (const operation of ['SendMessage', 'SendStreamingMessage'])
    row(
      'A-19',
      `${operation}: a skill that is for others is refused like one that does not exist`,
      async (peer) => {
        const hidden = await peer.refusal(operation, { message: messageFor('payroll') });
        expect(hidden).toEqual(await peer.refusal(operation, { message: messageFor('no-such-skill') }));
      },
      EXTENDED,
    );

  row(
    'A-19',
    'who may see the skill may use it',
    async (peer) => {
      const paymaster = await peer.as('paymaster', SCOPE);
      const task = await taskOf(paymaster, messageFor('payroll'));
      expect(task.status.state).toBe('TASK_STATE_COMPLETED');
    },
    EXTENDED,
  );

  row(
    'A-19',
    'the words of a skill that is for others lead nowhere, and the question which is meant does not name it',
    async (peer) => {
      const asked = await peer.result<SendMessageResponse>('SendMessage', { message: message('wages') });
      const task = 'task' in asked ? asked.task : undefined;
      expect(task?.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
      expect(statusText(task!)).toContain('members');
      expect(statusText(task!)).not.toContain('payroll');
      const paymaster = await peer.as('paymaster', SCOPE);
      expect((await taskOf(paymaster, message('wages'))).status.state).toBe('TASK_STATE_COMPLETED');
    },
    EXTENDED,
  );
});
