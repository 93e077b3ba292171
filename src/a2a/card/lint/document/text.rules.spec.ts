import { describe, expect, it } from 'vitest';
import { brokenBy } from '../testing/broken-rules.js';

describe('media-type', () => {
  it.each([
    'text',
    'structured',
    '',
    'text/',
    '/plain',
    'text/plain/x',
    'text plain',
    ' text/plain',
    'text/plain;',
    'text/plain; charset',
    'text/plain; charset="utf-8',
    'text/плоский',
    `text/${'x'.repeat(500)}`,
  ])('SD-013 %j is none', (type) => {
    expect(brokenBy(['/defaultInputModes/1', type])).toEqual(['media-type /defaultInputModes/1']);
    expect(brokenBy(['/skills/1/outputModes/0', type])).toEqual(['media-type /skills/1/outputModes/0']);
  });

  it.each([
    'text/plain',
    'image/*',
    '*/*',
    'application/vnd.example+json',
    'text/plain;charset=utf-8',
    'text/plain ; charset="utf-8; \\"x\\"" ; format=flowed',
    'APPLICATION/JSON',
  ])('SD-013 %j is one', (type) => {
    expect(brokenBy(['/defaultOutputModes/0', type], ['/skills/1/inputModes/0', type])).toEqual([]);
  });
});

describe('version', () => {
  it.each(['1', 'latest', 'v', '1.x', '1.0.0.0.0', '1.0 beta', `1.0.0-${'x'.repeat(200)}`])(
    'SD-004 %j can not be told from others',
    (version) => {
      expect(brokenBy(['/version', version])).toEqual(['version /version']);
    },
  );

  it.each(['1.0', '1.0.0', 'v2.3.4', '1.0.0-rc.1+build.5', '2026.11.30', '0.0.1'])(
    'SD-004 %j can',
    (version) => {
      expect(brokenBy(['/version', version])).toEqual([]);
    },
  );
});

describe('long-text', () => {
  it('names what nobody reads to its end', () => {
    expect(
      brokenBy(
        ['/name', 'x'.repeat(201)],
        ['/description', 'x'.repeat(4_001)],
        ['/skills/0/name', 'x'.repeat(201)],
        ['/skills/1/description', 'x'.repeat(4_001)],
      ),
    ).toEqual([
      'long-text /description',
      'long-text /name',
      'long-text /skills/0/name',
      'long-text /skills/1/description',
    ]);
  });

  it('takes what is no longer than that', () => {
    expect(brokenBy(['/name', 'x'.repeat(200)], ['/skills/0/description', '字'.repeat(4_000)])).toEqual([]);
  });
});
