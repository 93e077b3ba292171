import { expect } from 'vitest';
import type { StreamResponse, TaskArtifactUpdateEvent } from '../../../src/a2a/index.js';
import { artifactsAfter, artifactTexts, message, messageFor } from '../../support/messages.js';
import { taskOf } from '../asked.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';

/** Members that updates had in 0.3. */
const GONE = ['final', 'kind', 'index'];

async function streamed(peer: Peer, skillId: string): Promise<readonly StreamResponse[]> {
  return peer.events('SendStreamingMessage', { message: messageFor(skillId) });
}

function updatesIn(events: readonly StreamResponse[]): TaskArtifactUpdateEvent[] {
  return events.flatMap((event) => ('artifactUpdate' in event ? [event.artifactUpdate] : []));
}

describeSection('C: artifacts and updates', ({ row }) => {
  row('C-5', 'artifacts of several turns have an id each', async (peer) => {
    const { id } = await peer.send('sleep', 'sleep 0.5', { returnImmediately: true });
    const { artifacts = [] } = await taskOf(peer, message('sleep 0.1', { taskId: id }));
    expect(artifacts).toHaveLength(2);
    expect(new Set(artifacts.map(({ artifactId }) => artifactId)).size).toBe(2);
  });

  row('C-5', 'chunks with one id are one artifact', async (peer) => {
    const task = await peer.send('letters');
    expect(task.artifacts?.map(({ artifactId }) => artifactId)).toEqual(['letters']);
    expect(artifactTexts(task)).toEqual(['A', 'B', 'C']);
  });

  row('C-5', 'updates of artifacts have parts', async (peer) => {
    for (const skillId of ['letters', 'stream', 'remark']) {
      const updates = updatesIn(await streamed(peer, skillId));
      expect(updates.length).toBeGreaterThan(0);
      for (const { artifact } of updates) expect(artifact.parts.length).toBeGreaterThan(0);
    }
  });

  row('C-5', 'artifacts have parts', async (peer) => {
    for (const skillId of ['letters', 'stream', 'draw', 'echo']) {
      const { artifacts = [] } = await peer.send(skillId);
      expect(artifacts.length).toBeGreaterThan(0);
      for (const { parts } of artifacts) expect(parts.length).toBeGreaterThan(0);
    }
  });

  row('C-5', 'a result is an artifact and no message', async (peer) => {
    const { artifacts, history, status } = await peer.send('letters');
    expect(artifacts).toHaveLength(1);
    expect(status).not.toHaveProperty('message');
    expect(history?.map(({ role }) => role)).toEqual(['ROLE_USER']);
  });

  row('C-6', 'every update names its task and context', async (peer) => {
    const [first, ...updates] = await streamed(peer, 'letters');
    const { id: taskId, contextId } = first && 'task' in first ? first.task : { id: '', contextId: '' };
    expect(taskId).toMatch(/./);
    expect(contextId).toMatch(/./);
    const contents = updates.map((update) => Object.values(update)[0] as object);
    expect(contents.length).toBeGreaterThan(3);
    for (const content of contents) expect(content).toMatchObject({ taskId, contextId });
  });

  row('C-6', 'updates have none of the members of 0.3', async (peer) => {
    for (const event of await streamed(peer, 'letters')) {
      for (const content of [event, ...(Object.values(event) as object[])])
        for (const name of GONE) expect(content).not.toHaveProperty(name);
    }
  });

  row(
    'C-6',
    'the first chunk begins an artifact, others are appended to it, the last one says so',
    async (peer) => {
      const events = await streamed(peer, 'letters');
      const chunks = updatesIn(events).map(({ artifact, append = false, lastChunk = false }) => ({
        id: artifact.artifactId,
        parts: artifact.parts,
        append,
        lastChunk,
      }));
      expect(chunks).toEqual([
        { id: 'letters', parts: [{ text: 'A' }], append: false, lastChunk: false },
        { id: 'letters', parts: [{ text: 'B' }], append: true, lastChunk: false },
        { id: 'letters', parts: [{ text: 'C' }], append: true, lastChunk: true },
      ]);
    },
  );

  row('C-6', 'what updates make of an artifact is what the task has', async (peer) => {
    for (const skillId of ['letters', 'append-first', 'stream', 'draw']) {
      const events = await streamed(peer, skillId);
      const [first] = events;
      const task = await peer.task(first && 'task' in first ? first.task.id : '');
      const told = artifactsAfter(events);
      expect([...told]).toEqual(task.artifacts?.map(({ artifactId, parts }) => [artifactId, parts]));
    }
  });

  row('C-6', 'a status update has a status with a state', async (peer) => {
    const events = await streamed(peer, 'remark');
    const updates = events.flatMap((event) => ('statusUpdate' in event ? [event.statusUpdate] : []));
    expect(updates.length).toBeGreaterThan(1);
    for (const { status } of updates) expect(status.state).toMatch(/^TASK_STATE_(WORKING|COMPLETED)$/);
    expect(updates.map(({ status }) => status.message?.parts).find((parts) => parts)).toEqual([
      { text: 'This takes a while.' },
    ]);
  });
});
