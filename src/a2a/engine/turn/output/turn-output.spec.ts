import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { from, Observable } from 'rxjs';
import { FolderContents } from '../../../datastore/contents/folder-contents.js';
import type { Part } from '../../../protocol/index.js';
import { FailTask, fileArtifact, type RawContent, type SkillOutput } from '../../../skills/face/index.js';
import { writeResult } from './handler-result.js';
import { OUTPUT_BOUNDS, outputAttempt } from './testing/output-attempt.js';

const { inlineMaxBytes: INLINE_MAX, maxBytes: MAX_BYTES } = OUTPUT_BOUNDS;

let folder: string;
let contents: FolderContents;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nest-a2a-output-'));
  contents = new FolderContents(folder, 'agent');
  await contents.open();
});
afterAll(() => rm(folder, { recursive: true }));

const attempt = () => outputAttempt(contents, folder);

/** Raw content that gives its pieces when it is let. */
function gated(...pieces: Uint8Array[]) {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  async function* content() {
    await gate;
    yield* pieces;
  }
  return { content: content(), open };
}

const kinds = (parts: readonly Part[]) =>
  parts.map((part) => ('text' in part ? part.text : Object.keys(part).find((name) => name !== 'mediaType')));

describe('TurnOutput', () => {
  it.each<[string, (bytes: Buffer) => RawContent]>([
    ['bytes', (bytes) => bytes],
    ['base64', (bytes) => bytes.toString('base64')],
    ['base64url', (bytes) => bytes.toString('base64url')],
    ['a stream of Node', (bytes) => Readable.from([bytes.subarray(0, 10), bytes.subarray(10)])],
    [
      'a generator',
      async function* (bytes) {
        for (const byte of bytes) yield Uint8Array.of(byte);
      },
    ],
  ])('keeps %s inline up to the bound, and beside the task above it', async (_, give) => {
    const { output, parts, stored } = attempt();
    const [small, large] = [randomBytes(INLINE_MAX), randomBytes(INLINE_MAX + 1)];
    const attributes = { mediaType: 'a/b', filename: 'f.bin', metadata: { of: ['mine'] } };
    for (const bytes of [small, large]) {
      await output.publish({
        artifactId: randomUUID(),
        parts: [{ raw: give(bytes), ...attributes }],
      });
    }
    const [inline, kept] = await parts();
    expect(inline).toEqual({ raw: expect.any(String), ...attributes });
    expect(Buffer.from((inline as { raw: string }).raw, 'base64').equals(small)).toBe(true);
    expect(kept).toEqual({ url: expect.any(String), ...attributes });
    const { content, ...description } = await stored(kept);
    expect(content.equals(large)).toBe(true);
    expect(description).toMatchObject({ bytes: INLINE_MAX + 1, mediaType: 'a/b', filename: 'f.bin' });
  });

  it('writes what comes after a content behind it, and progress at once', async () => {
    const { output, parts, events, writer } = attempt();
    const { content, open } = gated(randomBytes(500));
    void output.publish('before');
    void output.publish(fileArtifact('file', content));
    void output.publish('after');
    void output.publish({ raw: Buffer.from('small') });
    void output.publish({ progress: { percent: 5 } });
    output.write('last', true);
    await vi.waitFor(async () => {
      await writer.flush();
      expect(events).toHaveLength(2);
    });
    expect(events).toMatchObject([
      { artifactUpdate: {} },
      { statusUpdate: { metadata: { report: { percent: 5 } } } },
    ]);
    expect(output.pendingEvents).toBe(4);
    open();
    expect(kinds(await parts())).toEqual(['before', 'url', 'after', 'raw', 'last']);
    expect(output.pendingEvents).toBe(0);
    expect(output.pendingBytes).toBe(0);
  });

  it('asks an AsyncIterable for more only when its content is stored', async () => {
    const { output, parts, gone, writer } = attempt();
    const { content, open } = gated(randomBytes(500));
    const asked: string[] = [];
    async function* outputs(): AsyncGenerator<SkillOutput> {
      yield fileArtifact('file', content);
      asked.push('more');
      yield 'after';
    }
    const writing = writeResult(outputs(), output, gone.signal);
    await writer.flush();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).toEqual([]);
    open();
    await writing;
    expect(kinds(await parts())).toEqual(['url', 'after']);
  });

  it('takes contents of an Observable in their order, and fails one that runs too far ahead behind them', async () => {
    const ordered = attempt();
    const files = [1, 2, 3].map((name) => fileArtifact(`${name}`, Readable.from([randomBytes(300)])));
    await writeResult(from([...files, 'end']), ordered.output, ordered.gone.signal);
    expect(kinds(await ordered.parts())).toEqual(['url', 'url', 'url', 'end']);

    const flooded = attempt();
    const never = new PassThrough();
    const flood = new Observable<SkillOutput>((subscriber) => {
      subscriber.next({ raw: never });
      for (let index = 0; index < 2_000 && !subscriber.closed; index += 1) subscriber.next('x');
    });
    await expect(writeResult(flood, flooded.output, flooded.gone.signal)).rejects.toThrow(FailTask);
    flooded.gone.abort();
    await flooded.output.settled();
    expect(never.destroyed).toBe(true);
  });

  it('lets a content publish what has none while it is given', async () => {
    const { output, parts } = attempt();
    async function* telling() {
      await output.publish('on the way');
      yield randomBytes(500);
    }
    await output.publish({ raw: telling() });
    expect(kinds(await parts())).toEqual(['url', 'on the way']);
  });

  it('destroys a stream at once when the turn is stopped, and those behind it, and leaves nothing of them', async () => {
    const { output, parts, gone, files, stops } = attempt();
    const before = await files();
    const [running, waiting] = [new PassThrough(), new PassThrough()];
    const ended = vi.fn();
    async function* generated() {
      try {
        yield randomBytes(10);
      } finally {
        ended();
      }
    }
    const untouched = generated();
    const published = [running, waiting, untouched].map((raw) => output.publish({ raw }));
    running.write(randomBytes(400_000));
    await vi.waitFor(async () => expect(await files()).toBe(before + 1));
    gone.abort(new Error('canceled'));
    await output.settled();
    expect([running.destroyed, waiting.destroyed]).toEqual([true, true]);
    expect(await untouched.next()).toEqual({ done: true, value: undefined });
    expect(await files()).toBe(before);
    expect(await parts()).toEqual([]);
    expect(stops).toEqual([]);
    await Promise.allSettled(published);
  });

  it.each<[string, () => SkillOutput, RegExp]>([
    ['a stream that breaks', () => ({ raw: brokenAfter(500) }), /^broken$/],
    ['a stream that is broken already', () => ({ raw: createReadStream('/nowhere/at/all') }), /ENOENT/],
    ['more than may be kept', () => ({ raw: endless() }), /more than 1000000 bytes.*ARTIFACT_MAX_BYTES/],
    ['more bytes than may be kept', () => ({ raw: new Uint8Array(MAX_BYTES + 1) }), /ARTIFACT_MAX_BYTES/],
    [
      'pieces that are no bytes',
      () => ({ raw: Readable.from(['text']) as never }),
      /Uint8Array.*no encoding/,
    ],
    ['a long text that is no base64', () => ({ raw: '%'.repeat(1_000) }), /no base64/],
  ])(
    'stops the turn for %s, also when nobody awaits it, and writes nothing after it',
    async (_, give, reason) => {
      const { output, parts, stops, files } = attempt();
      const before = await files();
      void output.publish('before');
      void output.publish({ raw: Readable.from([randomBytes(500)]) });
      void output.publish(give());
      void output.publish('after');
      expect(kinds(await parts())).toEqual(['before', 'url']);
      expect(stops).toEqual(['failed']);
      expect((output.failure as Error).message).toMatch(reason);
      await expect(output.room()).rejects.toThrow(reason);
      expect(await files()).toBe(before + 1);
    },
  );

  it.each<[string, SkillOutput, RegExp]>([
    ['a part', { url: 'a2a-content:/x' }, /only the agent itself/],
    [
      'an artifact',
      { artifactId: 'a', parts: [{ text: 'x' }, { url: ' A2A-content:x' }] },
      /only the agent itself/,
    ],
    ['a remark', { remark: [{ url: 'a2a-content:/x' }] }, /only the agent itself/],
    ['a remark with a stream', { remark: [{ raw: Readable.from([]) as never }] }, /give it as an artifact/],
  ])('refuses %s that has no place there', (_, output, reason) => {
    expect(() => attempt().output.write(output, false)).toThrow(FailTask);
    expect(() => attempt().output.write(output, false)).toThrow(reason);
  });
});

async function* brokenAfter(bytes: number): AsyncGenerator<Uint8Array> {
  yield randomBytes(bytes);
  throw new Error('broken');
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(100_000);
}
