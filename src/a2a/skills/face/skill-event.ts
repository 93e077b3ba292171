import type { Observable } from 'rxjs';
import type { Artifact, JsonValue, Message, Part, RawPart } from '../../protocol/index.js';

/**
 * Bytes: in base64, all at once, or as they come, of which a stream of Node is one kind. What comes is read once, as fast
 * as it can be stored, and destroyed when the turn ends before it.
 */
export type RawContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** A part of bytes as a skill gives it. Beyond `artifacts.inlineMaxBytes` callers get the bytes at an address of the agent. */
export interface SkillRawPart extends Omit<RawPart, 'raw'> {
  raw: RawContent;
}

/** A part of an artifact as a skill gives it. */
export type SkillPart = Exclude<Part, RawPart> | SkillRawPart;

/** An artifact as a skill gives it. */
export interface SkillArtifact extends Omit<Artifact, 'parts'> {
  parts: readonly SkillPart[];
}

/** An artifact, or a chunk of one when `append` or `lastChunk` says so. */
export interface ArtifactEvent {
  readonly artifact: SkillArtifact;
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
export type SkillOutput = string | SkillPart | SkillArtifact | SkillEvent;

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
  data: JsonValue,
  attributes: ArtifactAttributes = {},
): Artifact {
  const { mediaType = 'application/json', ...rest } = attributes;
  return { artifactId, ...rest, parts: [{ data, mediaType }] };
}

/** An artifact of one part of bytes: a file. Its media type is `application/octet-stream` unless given. */
export function fileArtifact(
  artifactId: string,
  content: RawContent,
  attributes: ArtifactAttributes & Pick<RawPart, 'filename'> = {},
): SkillArtifact {
  const { mediaType = 'application/octet-stream', filename, ...rest } = attributes;
  return {
    artifactId,
    ...rest,
    parts: [{ raw: content, mediaType, ...(filename !== undefined && { filename }) }],
  };
}

interface ArtifactAttributes {
  name?: string;
  description?: string;
  mediaType?: string;
}
