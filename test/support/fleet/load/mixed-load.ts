import { setTimeout as delay } from 'node:timers/promises';
import { taskIdOf } from '../../json-rpc-stream.js';
import { messageFor } from '../../messages.js';
import type { SeededRandom } from '../../seeded-random.js';
import type { Fleet } from '../fleet.js';

/** Enough is asked in minutes, and the cores are needed elsewhere too. */
const THINK_MS = 400;

/** Callers who do all that callers do, until they are told to stop. */
export class MixedLoad {
  /** How long each thing took that was done, in milliseconds, by its name. */
  readonly tookMs: Record<string, number[]> = {};
  private over = false;
  private running?: Promise<void[]>;

  constructor(
    private readonly fleet: Fleet,
    private readonly random: SeededRandom,
    private readonly callers: number,
  ) {}

  begin(): void {
    this.over = false;
    this.running = Promise.all(Array.from({ length: this.callers }, () => this.call()));
    // Whoever waits for the end hears of it; nobody may wait yet.
    this.running.catch(() => undefined);
  }

  /** Waits until each caller has finished what it does. @throws when one of them got what it should not */
  async end(): Promise<void> {
    this.over = true;
    await this.running;
  }

  private async call(): Promise<void> {
    const actions = ['echo', 'watch', 'leave', 'cancel', 'converse', 'list', 'steps'] as const;
    while (!this.over) {
      const action = this.random.pick(actions);
      const began = performance.now();
      await this[action]();
      (this.tookMs[action] ??= []).push(performance.now() - began);
      await delay(this.random.between(0, THINK_MS));
    }
  }

  private client() {
    return this.fleet.client(this.random.between(0, 1));
  }

  private message() {
    return messageFor('events', `${this.random.between(1, 1_000_000)} ${this.random.between(2, 17)} 30`);
  }

  private async echo(): Promise<void> {
    await this.client().send(messageFor('echo', 'hello'));
  }

  private async watch(): Promise<void> {
    const stream = await this.client().stream('SendStreamingMessage', { message: this.message() });
    await stream.all();
    const last = stream.outline.at(-1);
    if (last !== 'TASK_STATE_COMPLETED') throw new Error(`A stream has ended with ${last}.`);
  }

  /** Opens a stream and goes without a word. */
  private async leave(): Promise<void> {
    const stream = await this.client().stream('SendStreamingMessage', { message: this.message() });
    await stream.count(this.random.between(1, 3));
    stream.destroy();
  }

  private async cancel(): Promise<void> {
    const { id } = await this.client().begin(this.message());
    await delay(this.random.between(0, 300));
    await this.client().ask('CancelTask', { id });
  }

  private async converse(): Promise<void> {
    const { id } = await this.client().send(messageFor('ask'));
    await this.client().send({ ...messageFor('ask', 'this one 10'), taskId: id });
  }

  private async list(): Promise<void> {
    await this.client().call('ListTasks', { pageSize: 20 });
  }

  private async steps(): Promise<void> {
    const stream = await this.client().stream('SendStreamingMessage', {
      message: messageFor('steps', '5 10'),
    });
    const id = await taskIdOf(stream);
    stream.destroy();
    await this.client().task(id);
  }
}
