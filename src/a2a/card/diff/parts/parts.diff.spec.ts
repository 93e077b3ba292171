import { describe, expect, it } from 'vitest';
import { cardFixture, edited } from '../../lint/testing/card-fixtures.js';
import { diffCards } from '../diff-cards.js';
import { changedBy, changesBetween } from '../testing/changed-cards.js';

interface Complete {
  readonly supportedInterfaces: readonly object[];
  readonly skills: readonly object[];
}

const complete = cardFixture('complete');
const { supportedInterfaces: interfaces, skills } = complete as Complete;

describe('changes of interfaces', () => {
  const [first, second, third, fourth] = interfaces;

  it('SD-080 an interface that is gone is breaking, one more is not', () => {
    expect(changedBy(['/supportedInterfaces/3', undefined])).toEqual([
      'breaking removed /supportedInterfaces/3',
    ]);
    const more = { url: 'https://agents.example.com/v2', protocolBinding: 'JSONRPC', protocolVersion: '2.0' };
    expect(changedBy(['/supportedInterfaces/4', more])).toEqual(['compatible added /supportedInterfaces/4']);
  });

  it('SD-080 an address that changes is breaking', () => {
    expect(changedBy(['/supportedInterfaces/1/url', 'https://agents.example.com/v2'])).toEqual([
      'breaking changed /supportedInterfaces/1/url',
    ]);
  });

  it.each([
    ['protocolVersion', '1.1'],
    ['tenant', 'letters'],
    ['protocolBinding', 'https://example.com/bindings/x'],
  ])('SD-080 one with another %s is another: the one before is gone', (name, value) => {
    expect(changedBy([`/supportedInterfaces/3/${name}`, value])).toEqual([
      'breaking removed /supportedInterfaces/3',
      'compatible added /supportedInterfaces/3',
    ]);
  });

  it('SD-005 another order is told, and is compatible', () => {
    const [change, ...others] = diffCards(
      complete,
      edited(complete, ['/supportedInterfaces', [second, first, third, fourth]]),
    );
    expect(others).toEqual([]);
    expect(change).toMatchObject({ effect: 'compatible', kind: 'changed', pointer: '/supportedInterfaces' });
    expect(change?.message).toBe(
      'The interface "HTTP+JSON" "1.0" for tenant "parcels" is the preferred one now.',
    );
    expect(changedBy(['/supportedInterfaces', [first, third, second, fourth]])).toEqual([
      'compatible changed /supportedInterfaces',
    ]);
  });

  it('SD-005 one that comes before the preferred one is told twice', () => {
    const preferred = { url: 'https://new.example.com', protocolBinding: 'JSONRPC', protocolVersion: '1.1' };
    expect(changedBy(['/supportedInterfaces', [preferred, ...interfaces]])).toEqual([
      'compatible changed /supportedInterfaces',
      'compatible added /supportedInterfaces/0',
    ]);
  });

  it('BC-34 addresses of one kind: one more, one less, and one that moves', () => {
    const backup = { ...first, url: 'https://backup.example.com/jsonrpc' };
    const both = edited(complete, ['/supportedInterfaces', [first, backup]]);
    const one = edited(complete, ['/supportedInterfaces', [first]]);
    expect(changesBetween(one, both)).toEqual(['compatible added /supportedInterfaces/1']);
    expect(changesBetween(both, one)).toEqual(['breaking removed /supportedInterfaces/1']);
    const moved = edited(both, ['/supportedInterfaces/1/url', 'https://third.example.com/jsonrpc']);
    expect(changesBetween(both, moved)).toEqual(['breaking changed /supportedInterfaces/1/url']);
  });

  it('what else stands in an entry is compatible', () => {
    expect(changedBy(['/supportedInterfaces/0/region', 'eu'])).toEqual([
      'compatible added /supportedInterfaces/0/region',
    ]);
  });
});

describe('changes of capabilities', () => {
  const PARAMS = '/capabilities/extensions/0/params';

  it.each(['streaming', 'pushNotifications', 'extendedAgentCard'])(
    'SD-055 %s: losing it is breaking',
    (name) => {
      const pointer = `/capabilities/${name}`;
      const [yes, no, unsaid] = [true, false, undefined].map((value) => edited(complete, [pointer, value]));
      expect(changesBetween(yes!, no!)).toEqual([`breaking changed ${pointer}`]);
      expect(changesBetween(yes!, unsaid!)).toEqual([`breaking removed ${pointer}`]);
      expect(changesBetween(no!, yes!)).toEqual([`compatible changed ${pointer}`]);
      expect(changesBetween(unsaid!, yes!)).toEqual([`compatible added ${pointer}`]);
      expect(changesBetween(no!, unsaid!)).toEqual([`compatible removed ${pointer}`]);
    },
  );

  it('H-2 an extension that becomes required is breaking', () => {
    const uri = 'https://example.com/extensions/geo/v1';
    expect(changedBy(['/capabilities/extensions/0/required', true])).toEqual([
      'breaking changed /capabilities/extensions/0/required',
    ]);
    expect(changedBy(['/capabilities/extensions/1', { uri, required: true }])).toEqual([
      'breaking added /capabilities/extensions/1',
    ]);
    expect(changedBy(['/capabilities/extensions/1', { uri }])).toEqual([
      'compatible added /capabilities/extensions/1',
    ]);
    expect(changedBy(['/capabilities/extensions', undefined])).toEqual([
      'compatible removed /capabilities/extensions/0',
    ]);
    const required = edited(complete, ['/capabilities/extensions/0/required', true]);
    expect(changesBetween(required, complete)).toEqual([
      'compatible changed /capabilities/extensions/0/required',
    ]);
  });

  it('SD-080 extensions go together by URI, and what they say of themselves is compatible', () => {
    const [extension] = (complete as { capabilities: { extensions: object[] } }).capabilities.extensions;
    const uri = 'https://example.com/extensions/geo/v1';
    expect(changedBy(['/capabilities/extensions', [{ uri }, extension]])).toEqual([
      'compatible added /capabilities/extensions/0',
    ]);
    expect(changedBy([PARAMS, { maxTokens: 1 }])).toEqual([`compatible changed ${PARAMS}`]);
  });
});

describe('changes of media types', () => {
  it('SD-013 one less is breaking, one more is not', () => {
    expect(changedBy(['/defaultInputModes', ['text/plain']])).toEqual([
      'breaking removed /defaultInputModes',
    ]);
    expect(changedBy(['/defaultOutputModes/2', 'image/png'])).toEqual([
      'compatible added /defaultOutputModes',
    ]);
    expect(changedBy(['/defaultOutputModes/0', 'image/png'])).toEqual([
      'breaking removed /defaultOutputModes',
      'compatible added /defaultOutputModes',
    ]);
    expect(changedBy(['/skills/1/outputModes', ['image/png']])).toEqual([
      'breaking removed /skills/1/outputModes',
      'compatible added /skills/1/outputModes',
    ]);
  });

  it('SD-013 order and case mean nothing', () => {
    expect(changedBy(['/defaultInputModes', ['application/JSON', 'text/plain']])).toEqual([]);
  });

  it('SD-013 a range takes in what was taken before, and gives more than what was given', () => {
    expect(changedBy(['/defaultInputModes', ['text/*', '*/*']])).toEqual(
      expect.not.arrayContaining([expect.stringContaining('breaking')]),
    );
    expect(changedBy(['/defaultInputModes', ['text/*']])).toContain('breaking removed /defaultInputModes');
    expect(changedBy(['/defaultOutputModes', ['application/*', 'text/*']])).toContain(
      'breaking removed /defaultOutputModes',
    );
  });

  it('SD-013 a skill that comes to name its own is compared by what it took before', () => {
    expect(changedBy(['/skills/0/inputModes', ['text/plain']])).toEqual([
      'breaking added /skills/0/inputModes',
    ]);
    expect(changedBy(['/skills/0/inputModes', ['text/plain', 'application/json', 'audio/wav']])).toEqual([
      'compatible added /skills/0/inputModes',
    ]);
    expect(changedBy(['/skills/1/inputModes', undefined])).toEqual(['breaking removed /skills/1/inputModes']);
    expect(changedBy(['/skills/1/outputModes', undefined])).toEqual([
      'compatible removed /skills/1/outputModes',
    ]);
  });
});

describe('changes of skills', () => {
  it('SD-034 one that is gone is breaking, one more is not', () => {
    expect(changedBy(['/skills/0', undefined])).toEqual(['breaking removed /skills/0']);
    const skill = { id: 'weigh', name: 'Weigh', description: 'Weighs.', tags: [] };
    expect(changedBy(['/skills', [skill, ...skills]])).toEqual(['compatible added /skills/0']);
    expect(changedBy(['/skills/0/id', 'find'])).toEqual([
      'breaking removed /skills/0',
      'compatible added /skills/0',
    ]);
  });

  it('SD-080 skills go together by id, in whatever order they stand', () => {
    expect(changedBy(['/skills', skills.toReversed()])).toEqual([]);
    const reversed = edited(complete, ['/skills', skills.toReversed()], ['/skills/0/name', 'Move a parcel']);
    expect(changesBetween(complete, reversed)).toEqual(['compatible changed /skills/0/name']);
  });

  it('SD-080 texts, tags and examples are compatible', () => {
    expect(
      changedBy(
        ['/skills/0/name', 'Find a parcel'],
        ['/skills/0/tags', ['tracking', 'post']],
        ['/skills/0/examples', ['Where is it?']],
        ['/skills/0/price', 1],
      ),
    ).toEqual([
      'compatible changed /skills/0/examples',
      'compatible changed /skills/0/name',
      'compatible added /skills/0/price',
      'compatible removed /skills/0/tags',
      'compatible added /skills/0/tags',
    ]);
    expect(changedBy(['/skills/0/tags', ['tracking', 'parcels', 'parcels']])).toEqual([]);
  });
});
