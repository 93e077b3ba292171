import { describe, expect, it } from 'vitest';
import { InvalidParamsError } from '../../../protocol/index.js';
import { readQuery } from './query.js';
import type { QueryFields } from './route.js';

const FIELDS: QueryFields = {
  pageSize: 'number',
  pageToken: 'text',
  status: 'enum',
  includeArtifacts: 'boolean',
};

function fieldsOf(query: string): string[] {
  try {
    readQuery(query, FIELDS);
  } catch (error) {
    return (error as InvalidParamsError).violations.map(({ field }) => field);
  }
  return [];
}

describe('the query of a request', () => {
  it.each([
    ['', {}],
    ['&&', {}],
    ['pageSize=5', { pageSize: 5 }],
    ['pageSize=-1', { pageSize: -1 }],
    ['page_size=5&page_token=x', { pageSize: 5, pageToken: 'x' }],
    ['status=TASK_STATE_WORKING', { status: 'TASK_STATE_WORKING' }],
    ['status=2', { status: 2 }],
    ['includeArtifacts=true', { includeArtifacts: true }],
    ['includeArtifacts=false', { includeArtifacts: false }],
    ['include_artifacts=true', { includeArtifacts: true }],
    ['pageToken=a%20b+c%2B', { pageToken: 'a b c+' }],
    ['pageToken=', { pageToken: '' }],
    ['pageToken', { pageToken: '' }],
    ['pageToken=a=b', { pageToken: 'a=b' }],
    ['page%53ize=5', { pageSize: 5 }],
    ['tenant=acme', { tenant: 'acme' }],
  ])('L-2 reads %j as %j', (query, params) => {
    expect(readQuery(query, FIELDS)).toEqual(params);
  });

  it.each([
    'pageSize=5abc',
    'pageSize=1.5',
    'pageSize=1e2',
    'pageSize=0x10',
    'pageSize=+5',
    'pageSize=',
    'pageSize=9999999999999999',
    'includeArtifacts=TRUE',
    'includeArtifacts=1',
    'includeArtifacts=',
    'status=',
    'status=-1',
  ])('L-2 leaves %j as text, for the schema to refuse', (query) => {
    const [value] = Object.values(readQuery(query, FIELDS));
    expect(value).toBeTypeOf('string');
  });

  it.each(['x=1', '__proto__=1', 'constructor=1', 'toString=1', 'PageSize=1', 'message.text=x', '%FF=1'])(
    'N-5 ignores %j',
    (query) => {
      expect(readQuery(query, FIELDS)).toEqual({});
    },
  );

  it('L-2 refuses what is given twice, however it is spelt, and names every one', () => {
    expect(fieldsOf('pageSize=5&pageSize=5')).toEqual(['pageSize']);
    expect(fieldsOf('pageSize=5&page_size=6')).toEqual(['pageSize']);
    expect(fieldsOf('pageSize=5&status=1&status=2&pageSize=5')).toEqual(['status', 'pageSize']);
    expect(fieldsOf('x=1&x=2')).toEqual([]);
  });

  it.each(['pageToken=%', 'pageToken=%%%', 'pageToken=%ZZ', 'pageToken=%FF'])(
    'L-2 BC-25 refuses %j, which can not be decoded',
    (query) => {
      expect(fieldsOf(query)).toEqual(['pageToken']);
    },
  );
});
