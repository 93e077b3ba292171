import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Datastore } from '../../src/a2a/datastore/ports/index.js';
import { describeArtifacts } from './task-store/artifacts.contract.js';
import { describeClaims } from './task-store/claims.contract.js';
import { describeList } from './task-store/list.contract.js';
import { describeLog } from './task-store/log.contract.js';
import { describeNotifications } from './task-store/notifications.contract.js';
import { describeSnapshot } from './task-store/snapshot.contract.js';
import { describeText } from './task-store/text.contract.js';
import { describeTurns } from './task-store/turns.contract.js';

/**
 * What every datastore must do, so that nothing above it has to know which one it is.
 *
 * @param open opens the same data, under the same agent name, each time it is called
 */
export function describeTaskStore(name: string, open: () => Promise<Datastore>): void {
  describe(`${name} as a datastore`, () => {
    let datastore: Datastore;
    beforeAll(async () => {
      datastore = await open();
    });
    afterAll(() => datastore.close());
    const underTest = () => datastore;

    describeLog(underTest);
    describeSnapshot(underTest);
    describeArtifacts(underTest);
    describeText(underTest);
    describeClaims(underTest);
    describeTurns(underTest);
    describeList(underTest);
    describeNotifications(underTest, open);

    it('closes as often as it is asked to, and throws when it is used after that', async () => {
      const closed = await open();
      await Promise.all([closed.close(), closed.close()]);
      await closed.close();
      await expect(closed.tasks.load({ owner: 'o', taskId: 't' }, { artifacts: false })).rejects.toThrow(
        /closed|end/i,
      );
    });
  });
}
