import { Inject, Injectable } from '@nestjs/common';
import { TASK_STORE, type TaskStore } from '../datastore/ports/index.js';
import { isAnonymous, ownerOf } from '../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { limitsOf } from '../options/limits.js';
import type { ListTasksRequest, ListTasksResponse } from '../protocol/index.js';
import { AccessRules } from '../security/requirements/access-rules.service.js';
import type { Caller } from './caller.js';
import { decodePageToken, encodePageToken } from './page-token.js';

const DEFAULT_PAGE_SIZE = 50;

/** ListTasks (section 3.1.4): the caller's own tasks, newest status first. */
@Injectable()
export class ListTasks {
  private readonly maxPageBytes: number;

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    private readonly rules: AccessRules,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.maxPageBytes = limitsOf(options).maxPageBytes;
  }

  /** History is left out unless asked for. @throws InvalidParamsError for a token of another listing */
  async execute({ principal }: Caller, request: ListTasksRequest): Promise<ListTasksResponse> {
    const { contextId, status, pageSize = DEFAULT_PAGE_SIZE, pageToken, statusTimestampAfter } = request;
    // Nobody can tell anonymous callers apart: each knows its own tasks by their ids, and no others.
    if (this.rules.isDeclared && isAnonymous(principal)) {
      return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 };
    }
    const owner = ownerOf(principal);
    const listing = [owner, contextId, status, statusTimestampAfter];
    const page = await this.store.list({
      owner,
      contextId,
      state: status,
      statusAtOrAfter: statusTimestampAfter === undefined ? undefined : Date.parse(statusTimestampAfter),
      limit: pageSize,
      after: pageToken === undefined ? undefined : decodePageToken(pageToken, listing),
      historyLength: request.historyLength ?? 0,
      artifacts: request.includeArtifacts ?? false,
      maxBytes: this.maxPageBytes,
    });
    return {
      tasks: request.includeArtifacts ? page.tasks.map((task) => ({ artifacts: [], ...task })) : page.tasks,
      nextPageToken: page.next ? encodePageToken(page.next, listing) : '',
      pageSize,
      totalSize: page.total,
    };
  }
}
