import { afterAll, beforeAll, describe } from 'vitest';
import type { Datastore } from '../../src/a2a/datastore/ports/index.js';
import { describeArtifacts } from './task-store/contents/artifacts.contract.js';
import { describeClaims } from './task-store/turns/claims.contract.js';
import { describeDeliveries } from './task-store/messages/deliveries.contract.js';
import { describeGuards } from './task-store/turns/guards.contract.js';
import { describeLifetime } from './task-store/upkeep/lifetime.contract.js';
import { describeList } from './task-store/reading/list.contract.js';
import { describeLog } from './task-store/contents/log.contract.js';
import { describeNotifications } from './task-store/messages/notifications.contract.js';
import { describeOperators } from './task-store/upkeep/operators.contract.js';
import { describePageBytes } from './task-store/reading/page-bytes.contract.js';
import { describePaging } from './task-store/reading/paging.contract.js';
import { describeReplies } from './task-store/messages/replies.contract.js';
import { describeSkillPresence } from './task-store/upkeep/skill-presence.contract.js';
import { describeSnapshot } from './task-store/contents/snapshot.contract.js';
import { describeSweep } from './task-store/upkeep/sweep.contract.js';
import { describeText } from './task-store/contents/text.contract.js';
import { describeTurnOrder } from './task-store/turns/turn-order.contract.js';
import { describeTurns } from './task-store/turns/turns.contract.js';

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
    describePageBytes(underTest);
    describeOperators(underTest);
    describeTurnOrder(underTest);
    describeSkillPresence(underTest);
    describeNotifications(underTest, open);
    describeLifetime(make);
  });
}
