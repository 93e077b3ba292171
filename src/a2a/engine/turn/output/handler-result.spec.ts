import { interval, map, Observable, of, take } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { FailTask, type SkillOutput } from '../../../skills/face/index.js';
import { type OutputWriter, writeResult } from './handler-result.js';

function recorder() {
  const written: SkillOutput[] = [];
  const writer: OutputWriter = {
    write: (output) => void written.push(output),
    room: async () => undefined,
    get pendingEvents() {
      return written.length;
    },
    pendingBytes: 0,
    stalled: false,
  };
  return { written, writer };
}

const never = new AbortController().signal;

describe('writeResult', () => {
  it.each([
    ['a string', 'A', ['A']],
    ['nothing', undefined, []],
    ['an Observable', of('A', 'B'), ['A', 'B']],
    ['an Observable over time', interval(1).pipe(take(3), map(String)), ['0', '1', '2']],
    ['an Observable of one AsyncIterable, as interceptors make it', of(letters('A', 'B')), ['A', 'B']],
    ['an AsyncIterable', letters('A', 'B'), ['A', 'B']],
  ])('writes all of %s', async (_, result, expected) => {
    const { written, writer } = recorder();
    await writeResult(result, writer, never);
    expect(written).toEqual(expected);
  });

  it('fails a flood of an Observable, saying what to return instead', async () => {
    const { writer } = recorder();
    const flood = new Observable<string>((subscriber) => {
      for (let index = 0; index < 5_000 && !subscriber.closed; index += 1) {
        subscriber.next('x');
      }
      subscriber.complete();
    });
    await expect(writeResult(flood, writer, never)).rejects.toThrow(FailTask);
    await expect(writeResult(flood, writer, never)).rejects.toThrow(/AsyncIterable/);
  });

  it('stops an Observable when the signal aborts, and unsubscribes', async () => {
    const { writer } = recorder();
    const torn = vi.fn();
    const gone = new AbortController();
    const running = writeResult(new Observable(() => torn), writer, gone.signal);
    gone.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(torn).toHaveBeenCalledOnce();
  });

  it('passes on the error of a stream within a stream that goes on', async () => {
    const { writer } = recorder();
    const inner = (async function* () {
      yield* letters('A');
      throw new Error('broken inside');
    })();
    const outer = new Observable<unknown>((subscriber) => subscriber.next(inner));
    await expect(writeResult(outer, writer, never)).rejects.toThrow('broken inside');
  });

  it('ends a generator when it throws, and passes the error on', async () => {
    const { written, writer } = recorder();
    const cleaned = vi.fn();
    async function* failing() {
      try {
        yield 'A';
        throw new Error('broken');
      } finally {
        cleaned();
      }
    }
    await expect(writeResult(failing(), writer, never)).rejects.toThrow('broken');
    expect(written).toEqual(['A']);
    expect(cleaned).toHaveBeenCalledOnce();
  });
});

async function* letters(...all: string[]) {
  yield* all;
}
