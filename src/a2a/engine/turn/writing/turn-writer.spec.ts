import { describe, expect, it, vi } from 'vitest';
import type { Appended, NewTaskEvent } from '../../../datastore/ports/index.js';
import { TurnLost } from './turn-lost.js';
import { TurnWriter } from './turn-writer.js';

const event = (text: string): NewTaskEvent => ({
  artifactUpdate: { artifact: { artifactId: 'a', parts: [{ text }] }, append: true },
});
const COMPLETED: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } };
const HAND_OVER: NewTaskEvent = { statusUpdate: { status: { state: 'TASK_STATE_SUBMITTED' } } };
const appended: Appended = { outcome: 'appended', sequence: 1, turn: 1, turnsEnded: 0 };

function sink(append = vi.fn(async (_events: readonly NewTaskEvent[]): Promise<Appended> => appended)) {
  return { append, saveStep: vi.fn(async () => true) };
}

const texts = (calls: readonly (readonly [readonly NewTaskEvent[]])[]) =>
  calls.map(([events]) =>
    events.flatMap((one) => ('artifactUpdate' in one ? one.artifactUpdate.artifact.parts : [])),
  );

describe('TurnWriter', () => {
  it('appends what comes together in one step, in order', async () => {
    const target = sink();
    const writer = new TurnWriter(target, () => undefined);
    ['A', 'B', 'C'].forEach((text) => writer.write(event(text)));
    await writer.flush();
    expect(texts(target.append.mock.calls)).toEqual([[{ text: 'A' }, { text: 'B' }, { text: 'C' }]]);
    expect(writer.pendingEvents).toBe(0);
    expect(writer.pendingBytes).toBe(0);
  });

  it('appends without being asked, soon', async () => {
    const target = sink();
    const writer = new TurnWriter(target, () => undefined);
    writer.write(event('A'));
    await vi.waitFor(() => expect(target.append).toHaveBeenCalledOnce());
  });

  it('keeps the order when events come during an append', async () => {
    const calls: string[] = [];
    const target = sink(
      vi.fn(async (events: readonly NewTaskEvent[]) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        calls.push(
          ...texts([[events]])
            .flat()
            .map((part) => ('text' in part ? part.text : '')),
        );
        return appended;
      }),
    );
    const writer = new TurnWriter(target, () => undefined);
    const sent = Array.from({ length: 50 }, (_, index) => `${index}`);
    for (const text of sent) {
      writer.write(event(text));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await writer.finish(COMPLETED, HAND_OVER);
    expect(calls).toEqual(sent);
  });

  it('gives room only when what is buffered has been appended', async () => {
    let release = () => undefined as void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const target = sink(vi.fn(async () => gate.then(() => appended)));
    const writer = new TurnWriter(target, () => undefined);
    writer.write(event('x'.repeat(100_000)));
    let roomy = false;
    const room = writer.room().then(() => (roomy = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(roomy).toBe(false);
    release();
    await room;
    expect(writer.pendingBytes).toBe(0);
  });

  it('says once that the claim is lost, and takes nothing more', async () => {
    const target = sink(vi.fn(async (): Promise<Appended> => ({ outcome: 'fenced' })));
    const onLost = vi.fn();
    const writer = new TurnWriter(target, onLost);
    writer.write(event('A'));
    await expect(writer.flush()).rejects.toBeInstanceOf(TurnLost);
    writer.write(event('B'));
    await expect(writer.finish(COMPLETED, HAND_OVER)).rejects.toBeInstanceOf(TurnLost);
    await writer.room();
    expect(onLost).toHaveBeenCalledOnce();
    expect(target.append).toHaveBeenCalledOnce();
  });

  it('hands the task over instead of completing it when another turn waits', async () => {
    const target = sink(
      vi.fn(
        async (events: readonly NewTaskEvent[]): Promise<Appended> =>
          events.includes(COMPLETED) ? { outcome: 'waiting' } : appended,
      ),
    );
    const writer = new TurnWriter(target, () => undefined);
    writer.write(event('A'));
    await writer.finish(COMPLETED, HAND_OVER);
    expect(target.append.mock.calls.at(-1)?.[0]).toEqual([event('A'), HAND_OVER]);
  });

  it('does not let an event without a JSON form spoil those beside it', async () => {
    const target = sink();
    const writer = new TurnWriter(target, () => undefined);
    writer.write(event('A'));
    const spoilt = { artifactUpdate: { artifact: { artifactId: 'a', parts: [{ data: 1n }] } } };
    expect(() => writer.write(spoilt as unknown as NewTaskEvent)).toThrow(TypeError);
    await writer.flush();
    expect(texts(target.append.mock.calls)).toEqual([[{ text: 'A' }]]);
  });

  it('holds everything back until the hold is over or the turn ends', async () => {
    const target = sink();
    const writer = new TurnWriter(target, () => undefined, 60_000);
    writer.write(event('A'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(target.append).not.toHaveBeenCalled();
    await writer.finish(COMPLETED, HAND_OVER);
    expect(target.append).toHaveBeenCalledOnce();
    expect(target.append.mock.calls[0]?.[0]).toHaveLength(2);
  });
});
