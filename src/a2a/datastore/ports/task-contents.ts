import type { TaskKey } from './task-record.js';

/** What a content is, beside its bytes; both as whoever gave it has said. */
export interface ContentForm {
  readonly mediaType?: string;
  readonly filename?: string;
}

/** How large a content is, and a hash of its bytes. */
export interface ContentSize {
  readonly bytes: number;
  /** In base64url. */
  readonly sha256: string;
}

/** A content that is complete. */
export type ContentDescription = ContentForm & ContentSize;

/** The bytes `from` to `to`, both included; the first is 0. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A content can not be stored, and trying again does not help. */
export class ContentRefused extends Error {
  override readonly name = 'ContentRefused';

  /** @param reason `gone`: there is no such task; `no-place`: nothing was set up to keep contents */
  constructor(
    readonly reason: 'gone' | 'no-place',
    message: string,
  ) {
    super(message);
  }
}

/**
 * The contents of artifacts that are too large for the log of their task. They are kept beside it, chunk by chunk, and
 * never stand in memory whole. A content is written once and never changed.
 *
 * All methods throw DatastoreUnavailable while the store can not be reached.
 */
export interface TaskContents {
  /**
   * Stores a content as it comes; the next chunk is asked for when there is room. Whatever is thrown, by the chunks
   * too, nothing of the content can be read afterwards.
   *
   * @param contentId new for each content, and of the caller's own making
   * @throws ContentRefused
   */
  write(
    key: TaskKey,
    contentId: string,
    form: ContentForm,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ContentSize>;

  /** @returns undefined for a content that is absent, not complete, or of another task */
  describe(key: TaskKey, contentId: string): Promise<ContentDescription | undefined>;

  /**
   * Reads chunk by chunk, as fast as the consumer takes them; nothing is held open between two of them that others wait
   * for.
   *
   * @param range within the content
   * @throws Error when the content goes meanwhile
   */
  read(key: TaskKey, contentId: string, range: ByteRange): AsyncIterable<Uint8Array>;

  /** Deletes the contents of a task that is deleted already. */
  deleteOf(key: TaskKey): Promise<void>;

  /**
   * Some of the tasks that have had contents for a while, each time others, so that contents can be found whose task is
   * gone. Where the two go together there are none.
   *
   * @param atMost how many are looked at
   */
  survey(atMost: number): Promise<readonly TaskKey[]>;
}

/** The injection token of the {@link TaskContents}. */
export const TASK_CONTENTS = Symbol('nest-a2a:TaskContents');
