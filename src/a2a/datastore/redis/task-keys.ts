import type { TaskState } from '../../protocol/index.js';
import { bucketOf, type TaskKey } from '../ports/index.js';
import { hashedText, storedText } from '../stored/stored-text.js';
import { encodedName } from '../encoded-name.js';

/** Which tasks of an owner are in a list. */
export interface ListFilter {
  readonly contextId?: string;
  readonly state?: TaskState;
}

/**
 * Names the keys of one agent. `a2a:{<hash of agent and owner>:<bucket>}:` begins all keys of a task, of the lists
 * that it is in and of the delivery of its first message, so that a script can change them in one step on a cluster
 * too. `a2a:<agent>:` begins those that belong to no owner.
 */
export class AgentKeys {
  private readonly agent: string;

  constructor(agent: string) {
    this.agent = encodedName(agent);
  }

  task({ owner, taskId }: TaskKey): string {
    return `${this.ofOwner(owner, bucketOfTask(taskId))}task:${storedText(taskId)}`;
  }

  /**
   * What every script on a task gets: the task's key, from which it makes the names of the others, and one that never
   * exists. Because that one is missing, a cluster answers TRYAGAIN while it moves their slot to another node; without
   * it a script would run where only some of the task's keys are.
   */
  ofTask(key: TaskKey): [task: string, guard: string] {
    return [this.task(key), `${this.ofOwner(key.owner, bucketOfTask(key.taskId))}never`];
  }

  /** What `SCAN MATCH` takes to find tasks with this id, whoever owns them, of this agent or another. */
  anyTask(taskId: string): string {
    return `a2a:{*:${bucketOfTask(taskId).toString(16)}}:task:${storedText(taskId).replace(/[*?[\]\\^-]/g, '\\$&')}`;
  }

  /** `fixed` of the task with this key. */
  fixedOf(taskKey: string): string {
    return taskKey.replace('}:task:', '}:fixed:');
  }

  delivery(owner: string, messageId: string): string {
    return `${this.ofOwner(owner, bucketOf(messageId))}delivery:${hashedText(messageId)}`;
  }

  list(owner: string, bucket: number, { contextId, state }: ListFilter): string {
    const list = `${this.ofOwner(owner, bucket)}list`;
    if (contextId === undefined) return state === undefined ? list : `${list}:s:${state}`;
    const context = hashedText(contextId);
    return state === undefined ? `${list}:c:${context}` : `${list}:cs:${context}:${state}`;
  }

  /** What the sweep looks at by the time at which it does. */
  due(shard: number): string {
    return `a2a:${this.agent}:due:{${shard}}`;
  }

  /** What the sweep must not lose sight of by the time until which. */
  staying(shard: number): string {
    return `a2a:${this.agent}:staying:{${shard}}`;
  }

  /** Tasks on which no turn is open by the time of their status. */
  idle(shard: number, state: TaskState): string {
    return `a2a:${this.agent}:idle:{${shard}}:${state}`;
  }

  /** The last place of each owner in a queue, and the last one that has begun. */
  order(queue: string): [string, string] {
    const tag = `a2a:${this.agent}:order:{${encodedName(storedText(queue))}}`;
    return [`${tag}:places`, `${tag}:reached`];
  }

  skills(): string {
    return `a2a:${this.agent}:skills`;
  }

  format(): string {
    return `a2a:${this.agent}:format`;
  }

  /** The channel on which a task's watchers are woken; whoever watches does not know the owner. */
  wakeUps(taskId: string): string {
    return `a2a:${this.agent}:wake:${storedText(taskId)}`;
  }

  private ofOwner(owner: string, bucket: number): string {
    const hash = hashedText(JSON.stringify([this.agent, owner])).slice(0, 22);
    return `a2a:{${hash}:${bucket.toString(16)}}:`;
  }
}

/** The last digit of a task's id; ids that others have made may not end with one. */
export function bucketOfTask(taskId: string): number {
  return /[0-9a-f]$/.test(taskId) ? Number.parseInt(taskId.slice(-1), 16) : bucketOf(taskId);
}
