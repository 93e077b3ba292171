import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { FolderContents } from '../../../../datastore/contents/folder-contents.js';
import type { NewTaskEvent } from '../../../../datastore/ports/index.js';
import type { ArtifactBounds } from '../../../../options/artifact-options.js';
import type { Part } from '../../../../protocol/index.js';
import { Persistence } from '../../writing/persistence.js';
import { TurnWriter } from '../../writing/turn-writer.js';
import { ArtifactContents } from '../contents/artifact-contents.js';
import { OutputEvents } from '../output-events.js';
import { ProgressThrottle } from '../progress-throttle.js';
import { TurnOutput } from '../turn-output.js';

export const OUTPUT_BOUNDS: ArtifactBounds = { inlineMaxBytes: 100, maxBytes: 1_000_000 };

/** The output of one attempt, the events that were appended, and what stops it. */
export function outputAttempt(contents: FolderContents, folder: string) {
  const key = { owner: 'o', taskId: randomUUID() };
  const gone = new AbortController();
  const events: NewTaskEvent[] = [];
  const sink = {
    append: async (batch: readonly NewTaskEvent[]) => {
      events.push(...batch);
      return { outcome: 'appended' as const, sequence: events.length, turn: 1, turnsEnded: 0 };
    },
    saveStep: async () => true,
  };
  const writer = new TurnWriter(sink, () => undefined);
  const progress = new ProgressThrottle((report) =>
    writer.write({
      statusUpdate: { status: { state: 'TASK_STATE_WORKING' }, metadata: { report: { ...report } } },
    }),
  );
  const stops: string[] = [];
  const stop = (reason: string): void => {
    stops.push(reason);
    gone.abort(new Error(reason));
  };
  const output = new TurnOutput(
    {
      outputs: new OutputEvents({ key, contextId: 'c', turn: 1, remarks: 10 }),
      contents: new ArtifactContents({
        contents,
        bounds: OUTPUT_BOUNDS,
        key,
        tenant: 'acme',
        signal: gone.signal,
        flush: () => writer.flush(),
      }),
      writer,
      progress,
      persistence: new Persistence('here', gone.signal),
    },
    { signal: gone.signal, stop },
  );
  const parts = async (): Promise<Part[]> => {
    await output.settled();
    await writer.flush();
    return events.flatMap((event) => ('artifactUpdate' in event ? event.artifactUpdate.artifact.parts : []));
  };
  const stored = async (part: Part | undefined) => {
    const [, id = ''] = /^a2a-content:acme\/(.+)$/.exec((part as { url: string }).url) ?? [];
    const description = await contents.describe(key, id);
    if (!description) throw new Error(`There is no content ${id}.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of contents.read(key, id, { from: 0, to: description.bytes - 1 }))
      chunks.push(chunk);
    return { ...description, content: Buffer.concat(chunks) };
  };
  const files = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.data')).length;
  return { gone, events, output, parts, stops, stored, files, writer };
}
