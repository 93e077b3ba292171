import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import { cardFixture, type CardEdit, edited } from '../../a2a/card/lint/testing/card-fixtures.js';
import { cardDiff } from './card-diff.js';
import { readCardDocument } from './card-document.js';
import { cardLint, type CardLintOptions } from './card-lint.js';

const CARDS = 'test/cards';
const options: CardLintOptions = { strict: false, environment: 'production', format: 'text' };

let folder: string;
let out: MockInstance<typeof console.log>;
let err: MockInstance<typeof console.error>;

const written = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const cardFile = (name: string, ...edits: CardEdit[]) =>
  written(`${name}.json`, JSON.stringify(edited(cardFixture('complete'), ...edits)));
const printed = (spy: MockInstance) => spy.mock.calls.map(([line]: unknown[]) => line);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nest-a2a-cards-'));
});

beforeEach(() => {
  out = vi.spyOn(console, 'log').mockReturnValue();
  err = vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => rm(folder, { recursive: true }));

describe('cardLint', () => {
  it('C6 prints a line for each finding, and fails for the card of seed 004', async () => {
    expect(await cardLint(`${CARDS}/five-members-missing.json`, options)).toBe(1);
    expect(printed(out)).toEqual([
      'error /defaultInputModes "defaultInputModes" is missing, and it is required (section 5.7). Add it. (missing-member)',
      'error /defaultOutputModes "defaultOutputModes" is missing, and it is required (section 5.7). Add it. (missing-member)',
      'error /description "description" is missing, and it is required (section 5.7). Add it. (missing-member)',
      'error /provider/url "url" is missing, and it is required (section 5.7). Add it. (missing-member)',
      'error /skills/0/description "description" is missing, and it is required (section 5.7). Add it. (missing-member)',
      expect.stringMatching(/^warning \/skills\/0\/examples .* \(skill-without-examples\)$/),
    ]);
    expect(printed(err)).toEqual(['5 errors, 1 warning.']);
  });

  it('SD-010 warnings fail in strict mode only', async () => {
    const dice = `${CARDS}/dice-agent.json`;
    const development = { ...options, environment: 'development' } as const;
    expect(await cardLint(dice, development)).toBe(0);
    expect(await cardLint(dice, { ...development, strict: true })).toBe(1);
    expect(await cardLint(`${CARDS}/complete.json`, { ...options, strict: true })).toBe(0);
    expect(printed(err)).toEqual([
      'no errors, 1 warning.',
      'no errors, 1 warning.',
      'no errors, no warnings.',
    ]);
  });

  it('prints JSON', async () => {
    expect(await cardLint(`${CARDS}/tutorial.json`, { ...options, format: 'json' })).toBe(1);
    const [text] = printed(out);
    expect(JSON.parse(String(text))).toMatchObject([
      { rule: 'dialect', pointer: '' },
      { rule: 'internal-address' },
    ]);
  });

  it('prints nothing that moves the cursor', async () => {
    const path = await cardFile('cursor', ['/securitySchemes/a\u001b[2J\n\u202e', {}]);
    expect(await cardLint(path, options)).toBe(1);
    expect(printed(out).join('')).toContain('/securitySchemes/a\\u001b[2J\\u000a\\u202e');
  });

  it('says (card) of the card itself', async () => {
    expect(await cardLint(await written('list.json', '[]'), options)).toBe(1);
    expect(printed(out)).toEqual([expect.stringMatching(/^error \(card\) This is no Agent Card/)]);
  });

  it.each([
    ['no file', 'nowhere.json', undefined, /can not be read \(ENOENT\)/],
    ['a folder', '.', undefined, /can not be read \(EISDIR\)/],
    ['no JSON', 'a.json', 'name: ghp_secret', /is no JSON/],
    ['half of a card', 'b.json', '{"name": "a"', /is no JSON/],
    ['nothing', 'c.json', '', /is no JSON/],
    ['another encoding', 'd.json', Buffer.from('{"name":"\xe9"}', 'latin1'), /not in UTF-8/],
    ['too much', 'e.json', ' '.repeat(4 * 1024 * 1024 + 1), /larger than 4194304 bytes/],
    [
      'a member twice',
      'f.json',
      '{"url": 1, "a": [{"\\u0075rl": 2, "url": 3}]}',
      /names the member "url" twice/,
    ],
  ])('ends with 2 for %s', async (_, name, content, why) => {
    const path = content === undefined ? join(folder, name) : await written(name, content);
    expect(await cardLint(path, options)).toBe(2);
    expect(printed(out)).toEqual([]);
    expect(printed(err)).toEqual([expect.stringMatching(why)]);
    expect(printed(err).join('')).not.toContain('secret');
  });
});

describe('readCardDocument', () => {
  const pieces = async function* (...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  };

  it('reads the standard input, in whatever pieces it comes', async () => {
    const bytes = Buffer.from('\ufeff{"name": "掷骰子"}');
    const input = async function* () {
      for (const byte of bytes) yield Buffer.of(byte);
    };
    expect(await readCardDocument('-', input())).toEqual({ name: '掷骰子' });
    await expect(readCardDocument('-', pieces('{'))).rejects.toThrow('The standard input is no JSON');
  });

  it('reads no more than it may of an input without end', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read += 1;
        yield Buffer.alloc(1024 * 1024, ' ');
      }
    };
    await expect(readCardDocument('-', endless())).rejects.toThrow('larger than');
    expect(read).toBe(5);
  });

  it('takes the same name in different objects, and in texts', async () => {
    const text = '{"a": {"a": [{"a": 1}, {"a": "\\"a\\": {"}]}, "b": "a", "c": {"b": {}}}';
    expect(await readCardDocument('-', pieces(text))).toEqual(JSON.parse(text));
  });
});

describe('cardDiff', () => {
  const complete = `${CARDS}/complete.json`;
  const newer: CardEdit = ['/version', '3.0.0'];

  it('SD-080 ends with 0 when nothing is breaking', async () => {
    expect(await cardDiff(complete, await cardFile('compatible', ['/name', 'Post Agent']))).toBe(0);
    expect(printed(out)).toEqual(['compatible changed /name "name" was "Parcel Agent" and is "Post Agent".']);
    expect(await cardDiff(complete, complete)).toBe(0);
    expect(printed(err)).toEqual(['The cards say the same.']);
  });

  it('SD-080 ends with 1 when something is breaking', async () => {
    expect(await cardDiff(complete, await cardFile('breaking', ['/skills/0', undefined], newer))).toBe(1);
    expect(printed(out)).toEqual([
      'breaking removed /skills/0 The skill "track" was removed.',
      'compatible changed /version "version" was "2.1.0" and is "3.0.0".',
    ]);
  });

  it('SD-034 ends with 3 when skills or security changed and the version did not', async () => {
    expect(await cardDiff(complete, await cardFile('tag', ['/skills/0/tags/0', 'letters']))).toBe(3);
    expect(await cardDiff(complete, await cardFile('skill', ['/skills/0', undefined]))).toBe(3);
    expect(printed(err)).toEqual([
      expect.stringMatching(/Raise "version"/),
      expect.stringMatching(/Raise "version"/),
    ]);
  });

  it.each([
    ['a card of 0.3', `${CARDS}/version-0.3.json`, /The card after is none of A2A 1\.0/],
    ['no file', 'nowhere.json', /"nowhere\.json" can not be read/],
  ])('ends with 2 for %s', async (_, path, why) => {
    expect(await cardDiff(complete, path)).toBe(2);
    expect(printed(err)).toEqual([expect.stringMatching(why)]);
  });

  it('ends with 2 for two cards by one input', async () => {
    expect(await cardDiff('-', '-')).toBe(2);
  });
});
