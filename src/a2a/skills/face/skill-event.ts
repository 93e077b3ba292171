import type { Observable } from 'rxjs';
import type { Artifact, Message, Part } from '../../protocol/index.js';

/** An artifact, or a chunk of one when `append` or `lastChunk` says so. */
export interface ArtifactEvent {
  readonly artifact: Artifact;
  /** true: the parts follow those that this run has published for this artifact id. */
  readonly append?: boolean;
  /** false: more chunks follow. */
  readonly lastChunk?: boolean;
}

/** How far the work is: 0 to 100, never falling; at most two a second are kept. */
export interface ProgressEvent {
  readonly progress: { readonly percent: number; readonly text?: string };
}

/** A remark to the caller while the work goes on; part of the task's history. */
export interface RemarkEvent {
  readonly remark: string | readonly Part[];
}

/** What a handler tells while it works. */
export type SkillEvent = ArtifactEvent | ProgressEvent | RemarkEvent;

/**
 * What a handler may return, or emit one after the other. A string, Part or Artifact becomes an artifact of
 * the task; in a stream, strings and Parts are chunks of one artifact.
 */
export type SkillOutput = string | Part | Artifact | SkillEvent;

/** What a handler of a task skill returns. */
export type TaskResult =
  | SkillOutput
  | void
  | Promise<SkillOutput | void>
  | Observable<SkillOutput>
  | Promise<Observable<SkillOutput>>
  | AsyncIterable<SkillOutput>
  | Promise<AsyncIterable<SkillOutput>>;

/** What a handler of a `reply: 'message'` skill returns. */
export type MessageResult = MessageReply | Promise<MessageReply>;

/** A direct reply; its ids and role are ours to set. */
export type MessageReply = string | Part | Pick<Message, 'parts' | 'metadata'>;

/** An artifact of one text part. */
export function textArtifact(
  artifactId: string,
  text: string,
  attributes: ArtifactAttributes = {},
): Artifact {
  const { mediaType = 'text/plain', ...rest } = attributes;
  return { artifactId, ...rest, parts: [{ text, mediaType }] };
}

/** An artifact of one structured-data part. */
export function dataArtifact(
  artifactId: string,
  data: Extract<Part, { data: unknown }>['data'],
  attributes: ArtifactAttributes = {},
): Artifact {
  const { mediaType = 'application/json', ...rest } = attributes;
  return { artifactId, ...rest, parts: [{ data, mediaType }] };
}

interface ArtifactAttributes {
  name?: string;
  description?: string;
  mediaType?: string;
}
