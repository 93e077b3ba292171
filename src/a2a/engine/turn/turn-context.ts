import { Logger } from '@nestjs/common';
import type { Claim } from '../../datastore/ports/index.js';
import type { JsonValue, Part, Progress } from '../../protocol/index.js';
import {
  AuthRequired,
  FailTask,
  InputRequired,
  type SkillContext,
  type SkillOutput,
} from '../../skills/face/index.js';
import { messageParts } from './output/agent-message.js';
import type { TurnSink } from './writing/turn-sink.js';
import { TurnLost } from './writing/turn-lost.js';

/** The longest key that a step may have; the store keeps them in an index. */
const MAX_KEY_LENGTH = 200;
/** The largest result that a step may have, as JSON. */
const MAX_STEP_BYTES = 1024 * 1024;

/** What the context needs of the turn it belongs to. */
export interface TurnPorts {
  readonly claim: Pick<
    Claim,
    'principal' | 'turn' | 'attempt' | 'message' | 'acceptedOutputModes' | 'record' | 'steps'
  >;
  readonly signal: AbortSignal;
  readonly sink: TurnSink;
  publish(output: SkillOutput): Promise<void>;
  progress(progress: Progress): void;
}

/** The {@link SkillContext} of one attempt. */
export class TurnContext implements SkillContext {
  readonly task;
  readonly message;
  readonly acceptedOutputModes;
  readonly principal;
  readonly turn;
  readonly attempt;
  readonly signal;
  readonly logger;

  private readonly running = new Set<string>();

  constructor(
    private readonly ports: TurnPorts,
    skillId: string,
  ) {
    const { claim, signal } = ports;
    this.task = claim.record.task;
    this.message = claim.message;
    this.acceptedOutputModes = claim.acceptedOutputModes;
    this.principal = claim.principal;
    this.turn = claim.turn;
    this.attempt = claim.attempt;
    this.signal = signal;
    this.logger = new Logger(`${skillId} ${this.task.id}`);
  }

  progress(percent: number, text?: string): void {
    this.ports.progress({ percent, text });
  }

  publish(output: SkillOutput): Promise<void> {
    return this.ports.publish(output);
  }

  async step<T extends JsonValue>(key: string, fn: () => T | Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    if (this.ports.claim.steps.has(key)) {
      return this.ports.claim.steps.get(key) as T;
    }
    if (this.running.has(key)) {
      throw new TypeError(`The step "${key}" was begun twice in one turn. Give each step a key of its own.`);
    }
    if (key.length > MAX_KEY_LENGTH) {
      throw new FailTask(
        `A step's key may have at most ${MAX_KEY_LENGTH} characters. Shorten it, or use a hash.`,
      );
    }
    this.running.add(key);
    const result = await fn();
    const json = JSON.stringify(result ?? null);
    if (json.length > MAX_STEP_BYTES) {
      throw new FailTask(`The result of the step "${key}" is larger than ${MAX_STEP_BYTES} bytes.`);
    }
    if (!(await this.ports.sink.saveStep(key, JSON.parse(json) as JsonValue))) {
      throw new TurnLost('The claim was lost while a step ran.');
    }
    return result;
  }

  ask(question: string | readonly Part[]): never {
    throw new InputRequired(messageParts(question));
  }

  requireAuth(explanation: string | readonly Part[]): never {
    throw new AuthRequired(messageParts(explanation));
  }
}
