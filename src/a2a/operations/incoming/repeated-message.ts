import { Inject, Injectable } from '@nestjs/common';
import { DELIVERIES, type Deliveries, type Delivered, type Delivery } from '../../datastore/ports/index.js';
import { isAnonymous, ownerOf, type Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { idempotencyMsOf } from '../../options/retention.js';
import { InvalidParamsError, type Message } from '../../protocol/index.js';
import { deliveryOf } from '../../tasks/delivery.js';
import { TaskAccess } from '../task/task-access.js';
import type { Accepted } from './accepted.js';

/**
 * Knows messages that come again: whoever did not hear the answer sends the message once more, and gets what
 * the first delivery has led to (section 3.3.1). Anonymous callers share one name, so theirs are not compared.
 */
@Injectable()
export class RepeatedMessage {
  private readonly windowMs?: number;
  /** The beginnings of messages that are under way in this process, so that two at once are not both the first. */
  private readonly beginning = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(DELIVERIES) private readonly deliveries: Deliveries,
    private readonly access: TaskAccess,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.windowMs = idempotencyMsOf(options);
  }

  /** @returns undefined when this caller's messages are not compared */
  deliveryOf(principal: Principal, message: Message): Delivery | undefined {
    return isAnonymous(principal) || this.windowMs === undefined
      ? undefined
      : deliveryOf(message, this.windowMs);
  }

  /**
   * Begins what a message asks for unless it has come before. Two deliveries at the same moment begin one after
   * the other in one process; in two processes both may begin, and one of them is stored.
   *
   * @throws InvalidParamsError when its id was used for another message; what `begin` throws
   */
  async unless(principal: Principal, delivery: Delivery, begin: () => Promise<Accepted>): Promise<Accepted> {
    const name = JSON.stringify([ownerOf(principal), delivery.messageId]);
    while (this.beginning.has(name)) {
      await this.beginning.get(name);
    }
    const accepted = this.find(principal, delivery).then((before) => before ?? begin());
    const over = accepted.then(
      () => undefined,
      () => undefined,
    );
    this.beginning.set(name, over);
    try {
      return await accepted;
    } finally {
      this.beginning.delete(name);
    }
  }

  /**
   * What an earlier delivery has led to, for those who must know before they begin.
   *
   * @returns undefined for a message that has not come before
   * @throws InvalidParamsError when its id was used for another message
   */
  async find(principal: Principal, delivery: Delivery): Promise<Accepted | undefined> {
    const delivered = await this.deliveries.find(ownerOf(principal), delivery);
    return delivered && this.accepted(delivered);
  }

  /**
   * @returns what the first delivery has led to, as it stands now; undefined while it is being answered
   * @throws InvalidParamsError when its id was used for another message
   * @throws A2AError TASK_NOT_FOUND when its task has been deleted
   */
  async accepted(delivered: Delivered): Promise<Accepted | undefined> {
    if (delivered.as === 'conflict') {
      throw new InvalidParamsError([
        {
          field: 'message.messageId',
          description: 'was used for a message with other content; give each message an id of its own',
        },
      ]);
    }
    if (delivered.as === 'turn') {
      const record = await this.access.loadByKey(delivered.key, { artifacts: true });
      return { record, turn: delivered.turn };
    }
    return delivered.as === 'reply' ? { message: delivered.reply } : undefined;
  }
}
