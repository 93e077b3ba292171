import type { Artifact, Part, Task } from '../protocol/index.js';
import {
  type Claim,
  contentPathOf,
  type TaskEvent,
  type TaskKey,
  type TaskRecord,
  type TaskStore,
} from './ports/index.js';

/**
 * The same tasks as everybody else sees them: parts whose content is kept beside the task have the URL under which this
 * agent serves it. What is stored knows no address, so that an agent may move.
 *
 * @param base what the URLs begin with, without a slash at its end
 */
export function publicTasks(store: TaskStore, base: string): TaskStore {
  const urls = new ContentUrls(base);
  return {
    create: async (task, opening) => {
      const created = await store.create(task, opening);
      if (created.outcome !== 'created') return created;
      const { claim } = created;
      return { ...created, record: urls.record(created.record), ...(claim && { claim: urls.claim(claim) }) };
    },
    claim: async (key, turn, leaseMs) => {
      const claimed = await store.claim(key, turn, leaseMs);
      return claimed.outcome === 'claimed' ? { ...claimed, claim: urls.claim(claimed.claim) } : claimed;
    },
    load: async (key, options) => {
      const record = await store.load(key, options);
      return record && urls.record(record);
    },
    list: async (query) => {
      const page = await store.list(query);
      return query.artifacts ? { ...page, tasks: page.tasks.map((task) => urls.task(task)) } : page;
    },
    readEvents: async (key, after, limit) => {
      const events = await store.readEvents(key, after, limit);
      return events.map((event) => urls.event(event, key));
    },
    renew: (claims, leaseMs) => store.renew(claims, leaseMs),
    release: (claim, resumeInMs, countAttempt) => store.release(claim, resumeInMs, countAttempt),
    append: (key, guard, events) => store.append(key, guard, events),
    delete: (key) => store.delete(key),
    saveStep: (key, fence, step, result) => store.saveStep(key, fence, step, result),
    takeDue: (query) => store.takeDue(query),
    requeue: (key, turn) => store.requeue(key, turn),
    countWaiting: (owner, atMost) => store.countWaiting(owner, atMost),
    locate: (taskId) => store.locate(taskId),
    inspect: (key) => store.inspect(key),
    expireLeases: () => store.expireLeases(),
  };
}

/** Puts URLs where references stand. What has none of them is given back as it is. */
class ContentUrls {
  constructor(private readonly base: string) {}

  claim(claim: Claim): Claim {
    const record = this.record(claim.record);
    return record === claim.record ? claim : { ...claim, record };
  }

  record(record: TaskRecord): TaskRecord {
    const task = this.task(record.task);
    return task === record.task ? record : { ...record, task };
  }

  task(task: Task): Task {
    const { artifacts, id } = task;
    if (!artifacts?.some(hasContent)) return task;
    return { ...task, artifacts: artifacts.map((artifact) => this.artifact(artifact, id)) };
  }

  event(event: TaskEvent, { taskId }: TaskKey): TaskEvent {
    const { body } = event;
    if (!('artifactUpdate' in body) || !hasContent(body.artifactUpdate.artifact)) return event;
    const { artifact, ...rest } = body.artifactUpdate;
    return { ...event, body: { artifactUpdate: { ...rest, artifact: this.artifact(artifact, taskId) } } };
  }

  private artifact(artifact: Artifact, taskId: string): Artifact {
    return { ...artifact, parts: artifact.parts.map((part) => this.part(part, taskId)) };
  }

  private part(part: Part, taskId: string): Part {
    const path = contentPathOf(part);
    if (path === undefined) return part;
    const [tenant = '', contentId = ''] = path.split('/');
    const place = [tenant, taskId, contentId].filter((segment) => segment !== '').join('/');
    return { ...part, url: `${this.base}/${place}` };
  }
}

function hasContent({ parts }: Artifact): boolean {
  return parts.some((part) => contentPathOf(part) !== undefined);
}
