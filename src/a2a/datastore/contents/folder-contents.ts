import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatastoreError } from '../datastore-error.js';
import type {
  ByteRange,
  ContentDescription,
  ContentForm,
  ContentSize,
  TaskContents,
  TaskKey,
} from '../ports/index.js';
import { CHUNK_BYTES, chunksOf, ContentMeter, inChunks } from './chunks.js';
import { FolderSurvey } from './folder-survey.js';

/** What the file in a task's folder is called that says whose it is. */
const TASK_FILE = 'task.json';

/**
 * Contents in a folder that all processes of an agent share: for each agent a folder, in it one for each task, in it two
 * files for each content. The one with its description comes last, so that what has one is complete. No name in a path
 * is a caller's.
 */
export class FolderContents implements TaskContents {
  private readonly root: string;
  private readonly surveyed: FolderSurvey;

  /**
   * @param folder ARTIFACT_FOLDER
   * @param agent the namespace: agents that share a folder do not see each other's contents
   */
  constructor(
    private readonly folder: string,
    agent: string,
  ) {
    this.root = join(folder, hashed([agent]));
    this.surveyed = new FolderSurvey(this.root);
  }

  /** Makes the folder. @throws DatastoreError if nothing can be written there */
  async open(): Promise<void> {
    try {
      await mkdir(this.root, { recursive: true });
      const probe = join(this.root, `probe-${process.pid}`);
      await writeFile(probe, '');
      await rm(probe, { force: true });
    } catch (error) {
      throw new DatastoreError(
        `ARTIFACT_FOLDER=${this.folder} can not be used: ${String(error)}. Set it to a folder that this process may write.`,
        { cause: error },
      );
    }
  }

  async write(
    key: TaskKey,
    contentId: string,
    form: ContentForm,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ContentSize> {
    const { folder, data, description } = this.placeOf(key, contentId);
    await mkdir(folder, { recursive: true });
    await replace(join(folder, TASK_FILE), JSON.stringify(key), contentId);
    try {
      const meter = new ContentMeter();
      await synced(data, async (file) => {
        for await (const chunk of inChunks(chunks)) {
          meter.add(chunk);
          await file.writeFile(chunk);
        }
      });
      const size = meter.size();
      await replace(description, JSON.stringify({ ...form, ...size }), contentId);
      await syncFolder(folder);
      return size;
    } catch (error) {
      await Promise.all([description, data].map((path) => rm(path, { force: true })));
      throw error;
    }
  }

  async describe(key: TaskKey, contentId: string): Promise<ContentDescription | undefined> {
    const { description } = this.placeOf(key, contentId);
    const text = await readFile(description, 'utf8').catch(undefinedIfAbsent);
    return text === undefined ? undefined : (JSON.parse(text) as ContentDescription);
  }

  async *read(key: TaskKey, contentId: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const file = await open(this.placeOf(key, contentId).data);
    try {
      for (const { place, begin, end } of chunksOf(range)) {
        yield await readChunk(file, place, begin, end);
      }
    } finally {
      await file.close();
    }
  }

  async deleteOf(key: TaskKey): Promise<void> {
    await rm(this.folderOf(key), { recursive: true, force: true });
  }

  async survey(atMost: number): Promise<readonly TaskKey[]> {
    const folders = await this.surveyed.next(atMost);
    const keys = await Promise.all(
      folders.map(async (folder) => {
        const text = await readFile(join(folder, TASK_FILE), 'utf8').catch(undefinedIfAbsent);
        if (text !== undefined) return JSON.parse(text) as TaskKey;
        // Whoever made it has died before it held anything.
        await rm(folder, { recursive: true, force: true });
        return undefined;
      }),
    );
    return keys.filter((key) => key !== undefined);
  }

  private folderOf({ owner, taskId }: TaskKey): string {
    return join(this.root, hashed([owner, taskId]));
  }

  private placeOf(
    key: TaskKey,
    contentId: string,
  ): { readonly folder: string; readonly data: string; readonly description: string } {
    const folder = this.folderOf(key);
    const name = hashed([contentId]);
    return { folder, data: join(folder, `${name}.data`), description: join(folder, `${name}.json`) };
  }
}

/** A name of 64 letters and digits. As JSON, since lone surrogates are all the same to a hash. */
function hashed(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** Writes a small file of which nobody ever sees a part. @param writer tells apart those who do so at once */
async function replace(path: string, text: string, writer: string): Promise<void> {
  const unfinished = `${path}.${hashed([writer])}`;
  try {
    await synced(unfinished, (file) => file.writeFile(text));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Writes a file that is on the disk when this returns. */
async function synced(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Its new names are on the disk then. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readChunk(file: FileHandle, place: number, begin: number, end: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read({
    buffer: Buffer.allocUnsafe(end - begin),
    position: place * CHUNK_BYTES + begin,
  });
  if (bytesRead < end - begin) throw new Error('A content ends before its end.');
  return buffer;
}

function undefinedIfAbsent(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
}
