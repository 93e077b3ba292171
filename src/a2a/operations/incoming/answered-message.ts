import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DELIVERIES, type Deliveries, type Delivery } from '../../datastore/ports/index.js';
import { DirectReply } from '../../engine/direct-reply.service.js';
import { ownerOf } from '../../identity/principal.js';
import type { Message } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import type { Caller } from '../caller.js';
import type { Accepted } from './accepted.js';
import { RepeatedMessage } from './repeated-message.js';

/** A process that has not stored its reply by then is taken for gone. */
const REPLY_LEASE_MS = 60_000;
/** How often one who waits for another's reply looks for it. */
const LOOK_MS = 100;

/** Answers with a message and no task, once for each message. */
@Injectable()
export class AnsweredMessage {
  private readonly logger = new Logger(AnsweredMessage.name);

  constructor(
    private readonly directReply: DirectReply,
    @Inject(DELIVERIES) private readonly deliveries: Deliveries,
    private readonly repeated: RepeatedMessage,
  ) {}

  /**
   * @param message with its context id set
   * @param delivery undefined: the message is answered however often it comes
   * @throws what the handler throws; InvalidParamsError when the message's id was used for another
   */
  async of(
    skill: SkillDefinition,
    { principal, signal }: Caller,
    message: Message & { contextId: string },
    delivery: Delivery | undefined,
    acceptedOutputModes: readonly string[] = [],
  ): Promise<Accepted> {
    const answer = () => this.directReply.of(skill, principal, message, signal, acceptedOutputModes);
    if (!delivery) {
      return { message: await answer() };
    }
    const owner = ownerOf(principal);
    for (;;) {
      const delivered = await this.deliveries.begin(owner, delivery, REPLY_LEASE_MS);
      if (!delivered) {
        break;
      }
      const accepted = await this.repeated.accepted(delivered);
      if (accepted) {
        return accepted;
      }
      await delay(LOOK_MS, undefined, { signal });
    }
    let reply: Message | undefined;
    try {
      reply = await answer();
      return { message: reply };
    } finally {
      // Without a reply the caller's next try is a first one.
      await this.deliveries.end(owner, delivery, reply).catch((error: unknown) => {
        this.logger.warn(`A reply could not be kept for when its message comes again: ${String(error)}`);
      });
    }
  }
}
