import { describe, expect, it } from 'vitest';
import { OutputEvents } from './output-events.js';

const turn = { key: { owner: 'o', taskId: 't' }, contextId: 'c', turn: 1, remarks: 2 };
const part = (text: string) => ({ artifact: { artifactId: 'letters', parts: [{ text }] } });

describe('OutputEvents', () => {
  it('BC-20: marks the first chunk as a replacement, later ones as additions, only the last as last', () => {
    const outputs = new OutputEvents(turn);
    const updates = [
      outputs.of({ ...part('A'), lastChunk: false }, true),
      outputs.of({ ...part('B'), append: true }, true),
      outputs.of({ ...part('C'), append: true, lastChunk: true }, true),
    ].map((event) => ('artifactUpdate' in event ? event.artifactUpdate : undefined));
    expect(updates.map((update) => update?.append)).toEqual([false, true, true]);
    expect(updates.map((update) => update?.lastChunk)).toEqual([undefined, undefined, true]);
  });

  it('BC-19: takes a first chunk that wants to be appended as the beginning of the artifact', () => {
    const event = new OutputEvents(turn).of({ ...part('A'), append: true }, true);
    expect(event).toMatchObject({ artifactUpdate: { append: false } });
  });

  it('makes a whole artifact of a returned string, and chunks of streamed ones', () => {
    expect(new OutputEvents(turn).of('hi', false)).toEqual({
      artifactUpdate: {
        artifact: { artifactId: 'result', parts: [{ text: 'hi' }] },
        append: false,
        lastChunk: true,
      },
    });
    const outputs = new OutputEvents({ ...turn, turn: 2 });
    expect([outputs.of('a', true), outputs.of('b', true)]).toMatchObject([
      { artifactUpdate: { artifact: { artifactId: 'result-2' }, append: false } },
      { artifactUpdate: { artifact: { artifactId: 'result-2' }, append: true } },
    ]);
  });

  it.each([
    ['no id', { artifactId: '', parts: [{ text: 'a' }] }, /artifactId/],
    ['an id that is too long', { artifactId: 'x'.repeat(201), parts: [{ text: 'a' }] }, /artifactId/],
    ['no parts', { artifactId: 'a', parts: [] }, /at least one part/],
    ['a part of two kinds', { artifactId: 'a', parts: [{ text: 'a', url: 'b' }] }, /parts\[0\]/],
  ])('C-5: fails an artifact with %s, saying so', (_, artifact, fault) => {
    expect(() => new OutputEvents(turn).of(artifact, false)).toThrow(fault);
  });

  it('fails a skill whose remarks the history has no room for, and not its other results', () => {
    const outputs = new OutputEvents(turn);
    const remark = { remark: 'still at it' };
    expect([outputs.of(remark, true), outputs.of(remark, true)]).toHaveLength(2);
    expect(() => outputs.of(remark, true)).toThrow(/more remarks .* Report with progress/);
    expect(outputs.of('a', true)).toHaveProperty('artifactUpdate');
    expect(outputs.say('the end').parts).toEqual([{ text: 'the end' }]);
  });

  it('refuses what is no output, saying what one is', () => {
    expect(() => new OutputEvents(turn).of({ nonsense: 1 } as never, false)).toThrow(
      /string, Part, Artifact/,
    );
  });
});
