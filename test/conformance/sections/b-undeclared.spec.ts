import { expect } from 'vitest';
import type { AgentCard } from '../../../src/a2a/index.js';
import { messageFor } from '../../support/messages.js';
import { listed, newId, notSubscribed } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

const CONFIG = { url: 'https://hook.example/news' };
const REFUSED = { reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED', code: 400 };

async function capabilitiesOf({ agent }: Peer): Promise<AgentCard['capabilities']> {
  const card = (await (await fetch(agent.cardUrl)).json()) as AgentCard;
  return card.capabilities;
}

describeSection('B: what is not declared', ({ row, once }) => {
  once(
    ['B-10', 'B-28'],
    'an agent without streams says so on its card',
    async (peer) => {
      expect((await capabilitiesOf(peer)).streaming ?? false).toBe(false);
    },
    { on: 'without streams' },
  );

  row(
    'B-10',
    'a streaming message is UNSUPPORTED_OPERATION, and no task is made',
    async (peer) => {
      const contextId = newId();
      const params = { message: messageFor('letters', 'go', { contextId }) };
      const refusal = await peer.refusal('SendStreamingMessage', params);
      expect(refusal).toMatchObject({ reason: 'UNSUPPORTED_OPERATION', code: 400 });
      expect((await listed(peer, { contextId })).totalSize).toBe(0);
    },
    { on: 'without streams' },
  );

  row(
    'B-28',
    'a subscription is UNSUPPORTED_OPERATION where streams are not declared',
    async (peer) => {
      const { id } = await peer.send('need-input');
      const refusal = await notSubscribed(peer, id);
      expect(refusal).toMatchObject({ reason: 'UNSUPPORTED_OPERATION', code: 400 });
    },
    { on: 'without streams' },
  );

  row('B-6', 'a message with a webhook is refused, and no task is made', async (peer) => {
    const contextId = newId();
    const params = {
      message: messageFor('letters', 'go', { contextId }),
      configuration: { taskPushNotificationConfig: CONFIG },
    };
    expect(await peer.refusal('SendMessage', params)).toMatchObject(REFUSED);
    expect(await peer.refusal('SendStreamingMessage', params)).toMatchObject(REFUSED);
    expect((await listed(peer, { contextId })).totalSize).toBe(0);
  });

  once(
    ['B-31', 'B-32', 'B-33', 'B-34', 'B-35', 'B-36'],
    'notifications are not declared on the card',
    async (peer) => {
      expect((await capabilitiesOf(peer)).pushNotifications ?? false).toBe(false);
    },
  );

  row(['B-31', 'B-32', 'B-36'], 'to make a config is refused', async (peer) => {
    const { id: taskId } = await peer.send('letters');
    const refusal = await peer.refusal('CreateTaskPushNotificationConfig', { taskId, ...CONFIG });
    expect(refusal).toMatchObject(REFUSED);
  });

  row(['B-31', 'B-33', 'B-36'], 'to get a config is refused', async (peer) => {
    const { id: taskId } = await peer.send('letters');
    expect(await peer.refusal('GetTaskPushNotificationConfig', { taskId, id: 'one' })).toMatchObject(REFUSED);
  });

  row(['B-31', 'B-34', 'B-36'], 'to list configs is refused', async (peer) => {
    const { id: taskId } = await peer.send('letters');
    expect(await peer.refusal('ListTaskPushNotificationConfigs', { taskId })).toMatchObject(REFUSED);
  });

  row(['B-31', 'B-35', 'B-36'], 'to delete a config is refused', async (peer) => {
    const { id: taskId } = await peer.send('letters');
    const refusal = await peer.refusal('DeleteTaskPushNotificationConfig', { taskId, id: 'one' });
    expect(refusal).toMatchObject(REFUSED);
  });

  for (const operation of ['Create', 'Get', 'Delete', 'List'])
    row('B-31', `${operation}: refused alike for a task that nobody knows`, async (peer) => {
      const params = { taskId: newId(), ...(operation === 'Create' ? CONFIG : { id: 'one' }) };
      const name = `${operation}TaskPushNotificationConfig${operation === 'List' ? 's' : ''}`;
      expect(await peer.refusal(name, params)).toMatchObject(REFUSED);
    });
});
