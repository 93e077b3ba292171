import type { Message } from '../../protocol/index.js';
import type { Deliveries, Delivered, Delivery, TaskKey } from '../ports/index.js';
import { hashedText, readText, storedText } from '../stored/stored-text.js';
import type { Argument, RedisCommands } from './connection/redis-commands.js';
import type { ScriptName } from './connection/scripts.js';
import type { AgentKeys } from './task-keys.js';

/** What the scripts know of a message that has come before; they begin with what became of it. */
export type StoredDelivery =
  | readonly ['conflict']
  | readonly ['turn', taskId: string, turn: string | number]
  | readonly ['reserved', taskId: string]
  | readonly ['reply', json: string]
  | readonly ['pending'];

/** What an owner has delivered: one hash for each message, which forgets itself. */
export class RedisDeliveries implements Deliveries {
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
  ) {}

  async find(owner: string, delivery: Delivery): Promise<Delivered | undefined> {
    return this.read(owner, delivery, await this.ask('findDelivery', owner, delivery));
  }

  begin(owner: string, delivery: Delivery, leaseMs: number): Promise<Delivered | undefined> {
    return this.take(owner, delivery, (voidTask) =>
      this.ask('beginDelivery', owner, delivery, leaseMs, voidTask),
    );
  }

  async end(owner: string, delivery: Delivery, reply?: Message): Promise<void> {
    const stored = reply === undefined ? '' : JSON.stringify(reply);
    await this.commands.write(
      'endDelivery',
      [this.keys.delivery(owner, delivery.messageId)],
      [delivery.digest, stored, delivery.windowMs],
    );
  }

  /**
   * Keeps a message for a turn of a task that may be of another bucket. The task itself knows whether it has come.
   *
   * @param token names this try
   * @returns what became of the message before; undefined: it is kept
   */
  reserve(key: TaskKey, delivery: Delivery, token: string): Promise<Delivered | undefined> {
    return this.take(key.owner, delivery, (voidTask) =>
      this.ask(
        'reserveDelivery',
        key.owner,
        delivery,
        storedText(key.taskId),
        token,
        delivery.windowMs,
        voidTask,
      ),
    );
  }

  /** Gives up what {@link reserve} kept, unless another try has taken it over. */
  async giveUp(owner: string, delivery: Delivery, token: string): Promise<void> {
    await this.commands.run('giveUpDelivery', [this.keys.delivery(owner, delivery.messageId)], [token]);
  }

  /**
   * Takes a message, unless it has come before.
   *
   * @param script takes it; it is told which task knows nothing of a message that was reserved for it
   * @returns what became of the message before
   */
  async take(
    owner: string,
    delivery: Delivery,
    script: (voidTask: string) => Promise<StoredDelivery | null>,
  ): Promise<Delivered | undefined> {
    const before = await script('');
    if (before === null) return undefined;
    const delivered = await this.read(owner, delivery, before);
    if (delivered !== undefined || before[0] !== 'reserved') return delivered;
    const meanwhile = await script(before[1]);
    return meanwhile === null
      ? undefined
      : ((await this.read(owner, delivery, meanwhile)) ?? { as: 'pending' });
  }

  /** @returns undefined for a message that was reserved and did not come */
  async read(
    owner: string,
    delivery: Delivery,
    stored: StoredDelivery | null,
  ): Promise<Delivered | undefined> {
    if (stored === null) return undefined;
    switch (stored[0]) {
      case 'reply':
        return { as: 'reply', reply: JSON.parse(stored[1]) as Message };
      case 'turn':
        return { as: 'turn', key: { owner, taskId: readText(stored[1]) }, turn: Number(stored[2]) };
      case 'reserved': {
        const keys = this.keys.ofTask({ owner, taskId: readText(stored[1]) });
        const args = [hashedText(delivery.messageId), delivery.digest];
        return this.read(owner, delivery, await this.commands.run('findDeliveredTurn', keys, args));
      }
      case 'conflict':
      case 'pending':
      default:
        return { as: stored[0] };
    }
  }

  private ask(
    script: ScriptName,
    owner: string,
    { messageId, digest }: Delivery,
    ...args: Argument[]
  ): Promise<StoredDelivery | null> {
    return this.commands.run(script, [this.keys.delivery(owner, messageId)], [digest, ...args]);
  }
}
