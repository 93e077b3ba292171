import { afterAll, beforeAll, describe } from 'vitest';
import type { Datastore } from '../../src/a2a/datastore/ports/index.js';
import { describeArtifacts } from './task-store/artifacts.contract.js';
import { describeClaims } from './task-store/claims.contract.js';
import { describeDeliveries } from './task-store/deliveries.contract.js';
import { describeGuards } from './task-store/guards.contract.js';
import { describeLifetime } from './task-store/lifetime.contract.js';
import { describeList } from './task-store/list.contract.js';
import { describeLog } from './task-store/log.contract.js';
import { describeNotifications } from './task-store/notifications.contract.js';
import { describeOperators } from './task-store/operators.contract.js';
import { describePaging } from './task-store/paging.contract.js';
import { describeReplies } from './task-store/replies.contract.js';
import { describeSkillPresence } from './task-store/skill-presence.contract.js';
import { describeSnapshot } from './task-store/snapshot.contract.js';
import { describeSweep } from './task-store/sweep.contract.js';
import { describeText } from './task-store/text.contract.js';
import { describeTurnOrder } from './task-store/turn-order.contract.js';
import { describeTurns } from './task-store/turns.contract.js';

/**
 * What every datastore must do, so that nothing above it has to know which one it is.
 *
 * @param make gives a datastore of the same data, under the same agent name, each time it is called; not open yet
 */
export function describeTaskStore(name: string, make: () => Datastore): void {
  describe(`${name} as a datastore`, () => {
    let datastore: Datastore;
    beforeAll(async () => {
      datastore = make();
      await datastore.open();
    });
    afterAll(() => datastore.close());
    const underTest = () => datastore;
    const open = async () => {
      const another = make();
      await another.open();
      return another;
    };

    describeLog(underTest);
    describeSnapshot(underTest);
    describeArtifacts(underTest);
    describeText(underTest);
    describeClaims(underTest);
    describeGuards(underTest);
    describeTurns(underTest);
    describeSweep(underTest);
    describeDeliveries(underTest);
    describeReplies(underTest);
    describeList(underTest);
    describePaging(underTest);
    describeOperators(underTest);
    describeTurnOrder(underTest);
    describeSkillPresence(underTest);
    describeNotifications(underTest, open);
    describeLifetime(make);
  });
}
