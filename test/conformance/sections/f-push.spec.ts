import { expect } from 'vitest';
import { messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import { cardOf } from '../raw.js';

const HOOK = {
  url: 'https://hook.example/x',
  token: 'a-token',
  authentication: { scheme: 'Bearer', credentials: 'secret' },
};
const REFUSED = { reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' };
const ROWS = ['F-1', 'F-2', 'F-3', 'F-4', 'F-5', 'F-6'] as const;

describeSection('F: push notifications', ({ row, once }) => {
  once(ROWS, 'the card declares none', async (peer) => {
    const { capabilities } = await cardOf(peer);
    expect(capabilities.pushNotifications ?? false).toBe(false);
  });

  row(ROWS, 'no webhook can be given, so nothing is sent to any', async (peer) => {
    const { id: taskId } = await peer.send('need-input');
    expect(await peer.refusal('CreateTaskPushNotificationConfig', { taskId, ...HOOK })).toMatchObject(
      REFUSED,
    );
    expect(await peer.refusal('ListTaskPushNotificationConfigs', { taskId })).toMatchObject(REFUSED);
    const params = {
      message: messageFor('echo'),
      configuration: { taskPushNotificationConfig: HOOK },
    };
    for (const operation of ['SendMessage', 'SendStreamingMessage'])
      expect(await peer.refusal(operation, params)).toMatchObject(REFUSED);
  });
});
