import { Inject, Injectable } from '@nestjs/common';
import {
  type ByteRange,
  type ContentDescription,
  TASK_CONTENTS,
  type TaskContents,
} from '../../datastore/ports/index.js';
import { A2AError } from '../../protocol/index.js';
import type { Caller } from '../caller.js';
import { StreamLimit } from '../task/stream-limit.js';
import { TaskAccess } from '../task/task-access.js';

/** Which content of which task. */
export interface ArtifactContentRequest {
  readonly taskId: string;
  readonly contentId: string;
}

/** A content that the caller may have. */
export interface ArtifactContent {
  readonly description: ContentDescription;
  /**
   * Takes a place among the open streams; it is free again when the signal aborts, which the consumer sees to.
   *
   * @returns what reads these bytes, as fast as the consumer takes them
   * @throws RetryLaterError when too many streams are open
   */
  open(range: ByteRange): Promise<(signal: AbortSignal) => AsyncIterable<Uint8Array>>;
}

/** Gives what stands behind the URL of a part that the agent itself keeps. */
@Injectable()
export class GetArtifactContent {
  constructor(
    private readonly access: TaskAccess,
    @Inject(TASK_CONTENTS) private readonly contents: TaskContents,
    private readonly limit: StreamLimit,
  ) {}

  /** @throws A2AError TASK_NOT_FOUND, for a content that the task does not have too */
  async execute({ principal }: Caller, request: ArtifactContentRequest): Promise<ArtifactContent> {
    const { taskId, contentId } = request;
    const { key } = await this.access.load(principal, taskId, { artifacts: false, historyLength: 0 });
    const description = await this.contents.describe(key, contentId);
    if (!description) {
      throw new A2AError(
        'TASK_NOT_FOUND',
        'The task has no such content. Read the task again for the URLs of its artifacts.',
        { taskId },
      );
    }
    return {
      description,
      open: (range) => this.limit.within(async () => () => this.contents.read(key, contentId, range)),
    };
  }
}
