import { describe, expect, it } from 'vitest';
import { InvalidParamsError } from './a2a-error.js';
import { listTasksRequest, sendMessageRequest } from './model/requests.js';
import { parseRequest } from './parse-request.js';

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
const parse = (overrides: object) =>
  parseRequest(sendMessageRequest, { message: { ...message, ...overrides } });
const fieldsOf = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidParamsError);
    return (error as InvalidParamsError).violations.map(({ field }) => field);
  }
  throw new Error('was accepted');
};

describe('parseRequest', () => {
  it.each([
    ['no messageId', { messageId: undefined }, 'message.messageId'],
    ['an empty messageId', { messageId: '' }, 'message.messageId'],
    ['a messageId of another type', { messageId: 42 }, 'message.messageId'],
    ['no role', { role: undefined }, 'message.role'],
    ['an unknown role', { role: 'ROLE_WIZARD' }, 'message.role'],
    ['the role of the agent', { role: 'ROLE_AGENT' }, 'message.role'],
    ['no parts', { parts: undefined }, 'message.parts'],
    ['empty parts', { parts: [] }, 'message.parts'],
    ['parts of another type', { parts: 'echo' }, 'message.parts'],
    ['a part without content', { parts: [{}] }, 'message.parts[0]'],
    ['a part with two contents', { parts: [{ text: 'a', url: 'b' }] }, 'message.parts[0]'],
    ['a null part', { parts: [null] }, 'message.parts[0]'],
    ['raw that is not base64', { parts: [{ raw: '!!!' }] }, 'message.parts[0].raw'],
    ['metadata that is a list', { metadata: [1] }, 'message.metadata'],
  ])('B-9: refuses %s, naming the member', (_, overrides, field) => {
    expect(fieldsOf(() => parse(overrides))).toContain(field);
  });

  it.each([
    ['text that is empty', [{ text: '' }]],
    ['data that is null', [{ data: null }]],
    ['data that is a list', [{ data: [1] }]],
    ['raw', [{ raw: 'aGk=' }]],
  ])('N-4: takes %s', (_, parts) => {
    expect(parse({ parts }).message.parts).toEqual(parts);
  });

  it('N-5: drops members it does not know', () => {
    expect(parse({ kind: 'message', parts: [{ text: 'a', kind: 'text' }] }).message).toEqual({
      ...message,
      parts: [{ text: 'a' }],
    });
  });

  it('N-5: reads null as unset', () => {
    expect(parse({ taskId: null, metadata: null }).message).toEqual(message);
  });

  it('N-5: takes snake_case names and enum numbers, but leaves the caller’s own content alone', () => {
    const data = { message_id: 1 };
    const request = parseRequest(sendMessageRequest, {
      message: { message_id: 'm', role: 1, parts: [{ data }], metadata: { my_key: 2 } },
      configuration: { return_immediately: true },
    });
    expect(request.message).toEqual({
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [{ data }],
      metadata: { my_key: 2 },
    });
    expect(request.configuration?.returnImmediately).toBe(true);
  });

  it.each([
    ['a negative historyLength', { historyLength: -1 }, 'historyLength'],
    ['a page of none', { pageSize: 0 }, 'pageSize'],
    ['a page too large', { pageSize: 101 }, 'pageSize'],
    ['an unknown status', { status: 'TASK_STATE_HAPPY' }, 'status'],
    ['a time without a day', { statusTimestampAfter: '2026' }, 'statusTimestampAfter'],
    ['a time that is none', { statusTimestampAfter: '2026-13-01T00:00:00Z' }, 'statusTimestampAfter'],
  ])('B-23: refuses %s', (_, params, field) => {
    expect(fieldsOf(() => parseRequest(listTasksRequest, params))).toEqual([field]);
  });

  it.each([
    ['parts', { parts: Array.from({ length: 1_000_000 }, () => 1) }],
    ['extensions', { extensions: Array.from({ length: 1_000_000 }, () => 1) }],
  ])('B-9: refuses a million wrong %s with one fault', (member, overrides) => {
    expect(fieldsOf(() => parse(overrides))).toEqual([`message.${member}`]);
  });

  it('J-3: names at most 50 faults', () => {
    expect(fieldsOf(() => parse({ parts: Array.from({ length: 5_000 }, () => ({})) }))).toHaveLength(50);
  });

  it('refuses an id that is too long to be one', () => {
    expect(fieldsOf(() => parse({ taskId: 'x'.repeat(1_001) }))).toEqual(['message.taskId']);
  });

  it('N-5: takes snake_case names also where every member may be left out', () => {
    expect(parseRequest(listTasksRequest, { page_size: 1 })).toMatchObject({ pageSize: 1 });
    expect(parse({ task_id: 't' }).message.taskId).toBe('t');
  });

  it('N-3: keeps raw in the standard alphabet', () => {
    expect(parse({ parts: [{ raw: 'Pz8_Pz8-' }, { raw: 'QQ' }] }).message.parts).toEqual([
      { raw: 'Pz8/Pz8+' },
      { raw: 'QQ==' },
    ]);
  });

  it('N-4: leaves members that are null out of a part', () => {
    expect(Object.keys(parse({ parts: [{ text: 'a', raw: null }] }).message.parts[0] ?? {})).toEqual([
      'text',
    ]);
  });
});
