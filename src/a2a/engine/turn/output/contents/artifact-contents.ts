import { randomUUID } from 'node:crypto';
import { DatastoreUnavailable } from '../../../../datastore/datastore-error.js';
import {
  ContentRefused,
  contentUrl,
  isReserved,
  type TaskContents,
  type TaskKey,
} from '../../../../datastore/ports/index.js';
import type { ArtifactBounds } from '../../../../options/artifact-options.js';
import { type Part, partSchema, type RawPart } from '../../../../protocol/index.js';
import {
  FailTask,
  type SkillOutput,
  type SkillPart,
  type SkillRawPart,
} from '../../../../skills/face/index.js';
import { TurnLost, TurnStalled } from '../../writing/turn-lost.js';
import { type ContentStream, isStream, keepWaiting, readContent } from './content-source.js';
import { partsOf, type PlacedOutput, withParts } from './given-output.js';

/** Where the contents of a turn go. */
export interface ContentPlace {
  readonly contents: TaskContents;
  readonly bounds: ArtifactBounds;
  readonly key: TaskKey;
  /** The tenant that the task belongs to. */
  readonly tenant: string;
  /** Ends the reading of what comes over time. */
  readonly signal: AbortSignal;
  /** Stores what was written before: contents need their task, and readers should not wait for them. */
  flush(): Promise<void>;
}

type Attributes = Omit<RawPart, 'raw'>;

/** Brings the raw content of artifacts to where it belongs: what is small into its part, what is large beside the task. */
export class ArtifactContents {
  constructor(private readonly place: ContentPlace) {}

  /**
   * Whether the output has content that is not in its place yet: all but a base64 string of no great length.
   *
   * @throws FailTask for a part with a URL that only the agent may write
   */
  mustPlace(output: SkillOutput): boolean {
    const parts = partsOf(output);
    if (parts.some(isReserved)) {
      throw new FailTask(
        'The skill gave a part with a URL that begins with a2a-content:, which only the agent itself may write.',
      );
    }
    return parts.some(
      (part) =>
        'raw' in part && (isStream(part.raw) || part.raw instanceof Uint8Array || this.isLarge(part.raw)),
    );
  }

  /** The output with all of its content in its place. @throws FailTask, TurnLost, and what the content throws */
  placed(output: SkillOutput): Promise<PlacedOutput> {
    return withParts(output, (part) => this.placedPart(part));
  }

  private placedPart(part: SkillPart): Part | Promise<Part> {
    if (!('raw' in part)) {
      return part;
    }
    const { raw, ...attributes } = part;
    if (isStream(raw)) {
      return this.fromStream(raw, attributes);
    }
    if (raw instanceof Uint8Array) {
      return this.isLarge(raw) ? this.store(attributes, wholeOf(raw)) : inline(attributes, raw);
    }
    return this.isLarge(raw) ? this.fromBase64({ ...part, raw }, attributes) : { ...part, raw };
  }

  /** Read until it is known to be large; what is not is inline as if it had been given at once. */
  private async fromStream(stream: ContentStream, attributes: Attributes): Promise<Part> {
    keepWaiting(stream);
    const source = readContent(stream, this.place.signal);
    try {
      const begin: Uint8Array[] = [];
      for (let bytes = 0; bytes <= this.place.bounds.inlineMaxBytes; ) {
        const next = await source.next();
        if (next.done === true) {
          return inline(attributes, Buffer.concat(begin));
        }
        bytes += next.value.byteLength;
        begin.push(Buffer.from(next.value));
      }
      return await this.store(attributes, continued(begin, source));
    } finally {
      await source.return(undefined);
    }
  }

  private fromBase64(part: RawPart, attributes: Attributes): Promise<Part> {
    if (!partSchema.safeParse(part).success) {
      throw new FailTask(
        'The skill gave a part whose raw content is no base64. Give base64, a Uint8Array or a stream.',
      );
    }
    return this.store(attributes, decoded(part.raw));
  }

  private async store(attributes: Attributes, content: AsyncIterable<Uint8Array>): Promise<Part> {
    const { contents, key, tenant, bounds } = this.place;
    const { mediaType, filename } = attributes;
    // Each attempt has contents of its own; those that no artifact names go with the task.
    const contentId = randomUUID();
    await this.place.flush();
    try {
      await contents.write(key, contentId, { mediaType, filename }, within(bounds.maxBytes, content));
    } catch (error) {
      throw explained(error);
    }
    return { ...attributes, url: contentUrl({ tenant, contentId }) };
  }

  private isLarge(raw: SkillRawPart['raw']): boolean {
    const { inlineMaxBytes } = this.place.bounds;
    return typeof raw === 'string'
      ? Buffer.byteLength(raw, 'base64') > inlineMaxBytes
      : raw instanceof Uint8Array && raw.byteLength > inlineMaxBytes;
  }
}

function inline(attributes: Attributes, bytes: Uint8Array): RawPart {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { raw, ...attributes };
}

/** What the store says, in the words of the turn. */
function explained(error: unknown): unknown {
  if (error instanceof ContentRefused) {
    return error.reason === 'no-place' ? new FailTask(error.message) : new TurnLost(error.message);
  }
  return error instanceof DatastoreUnavailable
    ? new TurnStalled('The datastore went away while a content was stored.', { cause: error })
    : error;
}

async function* within(maxBytes: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) {
      throw new FailTask(
        `The skill gave a content of more than ${maxBytes} bytes, which is all that this agent keeps. Its operator sets ARTIFACT_MAX_BYTES.`,
      );
    }
    yield piece;
  }
}

async function* wholeOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* continued(begin: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* begin.splice(0);
  yield* rest;
}

/** Whole groups of four letters at a time, so that a large text is not there twice. */
async function* decoded(base64: string): AsyncGenerator<Uint8Array> {
  const letters = 4 * 64 * 1024;
  for (let at = 0; at < base64.length; at += letters) {
    yield Buffer.from(base64.slice(at, at + letters), 'base64');
  }
}
