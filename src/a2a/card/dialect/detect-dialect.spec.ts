import { describe, expect, it } from 'vitest';
import { cardFixture, edited } from '../lint/testing/card-fixtures.js';
import { detectDialect } from './detect-dialect.js';

const dialectOf = (document: unknown) => detectDialect(document).dialect;

describe('detectDialect', () => {
  it.each([
    ['1.0', 'dice-agent'],
    ['1.0', 'complete'],
    ['1.0', 'five-members-missing'],
    ['1.0', 'both-dialects'],
    ['0.3', 'version-0.3'],
    ['0.3', 'version-0.2'],
    ['tutorial', 'tutorial'],
  ])('SD-007 C2 says %s of %s', (dialect, name) => {
    expect(dialectOf(cardFixture(name))).toBe(dialect);
  });

  it('SD-007 takes a card with members of both versions for 1.0, and one without supportedInterfaces for 0.3', () => {
    const both = cardFixture('both-dialects');
    expect(dialectOf(edited(both, ['/supportedInterfaces', []]))).toBe('1.0');
    for (const unset of [undefined, null]) {
      expect(detectDialect(edited(both, ['/supportedInterfaces', unset]))).toEqual({
        dialect: '0.3',
        reasons: [
          '/supportedInterfaces is not there',
          '/protocolVersion is at the top',
          '/preferredTransport is there',
          '/additionalInterfaces is there',
          '/url is at the top',
        ],
      });
    }
  });

  it.each([
    ['only a version of the protocol', { protocolVersion: '0.3.0' }],
    ['only a transport', { preferredTransport: 'GRPC' }],
    ['only further interfaces', { additionalInterfaces: [] }],
    ['a url and capabilities, as before 0.3', { url: 'https://a.example', capabilities: {} }],
  ])('SD-007 says 0.3 of %s', (_, card) => {
    expect(dialectOf(card)).toBe('0.3');
  });

  it('C2 names what it knows the dialect of the tutorial by', () => {
    expect(detectDialect(cardFixture('tutorial')).reasons).toEqual([
      '/endpoints/tasks is there',
      '/skills is a list of names',
      '/auth/type is there',
      '/modalities is there',
    ]);
  });

  it.each([
    ['no skills', { name: 'a', skills: [], endpoints: { tasks: 'https://a.example/tasks' } }],
    ['no endpoints', { name: 'a', skills: ['b'], auth: { type: 'bearer' } }],
    [
      'a url too',
      { url: 'https://a.example', skills: ['b'], endpoints: { tasks: 'https://a.example/tasks' } },
    ],
  ])('C2 knows the dialect of the tutorial with %s', (_, card) => {
    expect(dialectOf(card)).toBe('tutorial');
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['nothing', undefined],
    ['a number', 1],
    ['HTML', '<!doctype html><title>Not found</title>'],
    ['an object without members', {}],
    ['a list of cards', [cardFixture('dice-agent')]],
    ['an OpenAPI document', { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} }],
    [
      'what an MCP server says of itself',
      { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} },
    ],
    ['a name and a url', { name: 'a', url: 'https://a.example' }],
    ['names that are no skills of the tutorial', { name: 'a', skills: ['typing'] }],
    ['modalities without a place for tasks', { modalities: ['text'], auth: { type: 'bearer' } }],
    ['a card in names of the protocol definition', { name: 'a', supported_interfaces: [{}] }],
  ])('does not know %s, and says why', (_, document) => {
    const { dialect, reasons } = detectDialect(document);
    expect(dialect).toBe('unknown');
    expect(reasons).toHaveLength(1);
  });

  it('tells HTML from other texts, and names the spelling that JSON has', () => {
    expect(detectDialect(' <html>').reasons[0]).toMatch(/HTML/);
    expect(detectDialect('name: a').reasons[0]).not.toMatch(/HTML/);
    expect(detectDialect({ supported_interfaces: [] }).reasons[0]).toMatch(/spells it supportedInterfaces/);
  });

  it('is not led astray by members that objects inherit or that name a prototype', () => {
    expect(dialectOf(JSON.parse('{"__proto__": {"supportedInterfaces": []}, "constructor": 1}'))).toBe(
      'unknown',
    );
    expect(dialectOf({ endpoints: 'tasks', auth: [] })).toBe('unknown');
  });
});
