import type { SendMessageResponse, StreamResponse, Task } from '../../src/a2a/index.js';
import type { AgentProcess } from '../support/agent-process.js';
import { type Binding, bindingsOf, type Refusal } from '../support/bindings.js';
import type { JsonRpcStream } from '../support/json-rpc-stream.js';
import { messageFor } from '../support/messages.js';
import type { TokenIssuer } from '../support/token-issuer.js';
import type { Subject, SubjectName, Subjects } from './subjects.js';

type Headers = Readonly<Record<string, string | undefined>>;
type Params = Readonly<Record<string, unknown>>;

/** The names of the bindings that each row is tried on. */
export const BINDINGS = ['JSON-RPC', 'HTTP+JSON'] as const;

/** A caller of an agent over one of its bindings: what the rows are tried with. */
export class Peer {
  private constructor(
    private readonly subjects: Subjects,
    private readonly subject: Subject,
    private readonly own: Binding,
  ) {}

  /** @param caller its name, where the agent asks who calls */
  static async of(
    subjects: Subjects,
    { on, binding, caller }: { on: SubjectName; binding: (typeof BINDINGS)[number]; caller?: string },
  ): Promise<Peer> {
    const subject = await subjects.get(on);
    const bindings = bindingsOf(subject.agent, await subject.credentials(caller));
    return new Peer(subjects, subject, bindings.find(({ name }) => name === binding)!);
  }

  get agent(): AgentProcess {
    return this.subject.agent;
  }

  /** What the agent's process knows and nobody may be told. */
  get secrets(): readonly string[] {
    return this.subject.secrets;
  }

  get binding(): Binding {
    return this.own;
  }

  /** Whether the binding is JSON-RPC: for what only one of them says. */
  get isJsonRpc(): boolean {
    return this.own.name === 'JSON-RPC';
  }

  /** Calls an operation. @returns its result @throws Error when it is refused, or answered with a stream */
  async result<T>(operation: string, params: Params = {}, headers?: Headers): Promise<T> {
    const outcome = await this.own.call(operation, params, headers);
    if (!('result' in outcome)) throw new Error(`${operation} gave no result: ${JSON.stringify(outcome)}`);
    return outcome.result as T;
  }

  /** Calls an operation that must be refused. @throws Error when it is not */
  async refusal(operation: string, params: Params = {}, headers?: Headers): Promise<Refusal> {
    const outcome = await this.own.call(operation, params, headers);
    if (!('error' in outcome)) throw new Error(`${operation} was not refused: ${JSON.stringify(outcome)}`);
    return outcome.error;
  }

  /** Calls an operation whose answer is a stream, to its end. @throws Error when it is none */
  async events(operation: string, params: Params, headers?: Headers): Promise<readonly StreamResponse[]> {
    const outcome = await this.own.call(operation, params, headers);
    if (!('events' in outcome)) throw new Error(`${operation} gave no stream: ${JSON.stringify(outcome)}`);
    return outcome.events;
  }

  /** Opens a stream and leaves it open; the caller ends it. */
  stream(operation: string, params: Params, headers?: Headers): Promise<JsonRpcStream> {
    return this.own.stream(operation, params, headers);
  }

  /** SendMessage to a skill of the case agent that makes tasks. */
  async send(skillId: string, text = 'go', configuration: object = {}): Promise<Task> {
    const params = { message: messageFor(skillId, text), configuration };
    const answer = await this.result<SendMessageResponse>('SendMessage', params);
    if (!('task' in answer)) throw new Error(`A message came instead of a task: ${JSON.stringify(answer)}`);
    return answer.task;
  }

  /** The same caller's task as it stands. */
  task(id: string): Promise<Task> {
    return this.result<Task>('GetTask', { id });
  }

  /** Who gives out the tokens of the agent's callers. @throws Error where nobody is asked who calls */
  get issuer(): TokenIssuer {
    const { issuer } = this.subject;
    if (!issuer) throw new Error('The agent asks nobody who they are.');
    return issuer;
  }

  /** The headers that prove who calls, for requests that are written by hand. @param scope what the token allows */
  credentials(caller: string, scope?: string): Promise<Record<string, string>> {
    return this.subject.credentials(caller, scope);
  }

  /** Another caller of the same agent over the same binding. @param scope what its token allows */
  async as(caller: string | undefined, scope?: string): Promise<Peer> {
    const bindings = bindingsOf(this.agent, await this.subject.credentials(caller, scope));
    return new Peer(this.subjects, this.subject, bindings.find(({ name }) => name === this.own.name)!);
  }
}
