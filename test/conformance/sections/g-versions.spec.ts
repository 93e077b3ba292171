import { expect } from 'vitest';
import { messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { rpcOf, httpOf } from '../raw.js';
import { callOf } from '../../support/json-rpc-client.js';

const OPERATIONS: readonly (readonly [operation: string, params: Record<string, unknown>])[] = [
  ['SendMessage', { message: messageFor('echo') }],
  ['SendStreamingMessage', { message: messageFor('echo') }],
  ['GetTask', { id: 'x' }],
  ['ListTasks', {}],
  ['CancelTask', { id: 'x' }],
  ['SubscribeToTask', { id: 'x' }],
  ['GetExtendedAgentCard', {}],
];

const NOT_SUPPORTED = { reason: 'VERSION_NOT_SUPPORTED' };

/** ListTasks with the version in the query of the URL. @returns the body of the answer */
async function inQuery(peer: Peer, version: string, header?: string): Promise<string> {
  const headers = { 'a2a-version': header };
  const query = `?A2A-Version=${version}`;
  const { text } = peer.isJsonRpc
    ? await rpcOf(peer).post(callOf('ListTasks', {}), headers, `${rpcOf(peer).url}${query}`)
    : await httpOf(peer).request('GET', `/tasks${query}`, undefined, headers);
  return text;
}

describeSection('G: versions', ({ row }) => {
  row('G-2', 'a call of version 1.0 is served', async (peer) => {
    expect(await peer.result('ListTasks', {}, { 'a2a-version': '1.0' })).toHaveProperty('totalSize');
  });

  for (const version of ['0.3', '1.1', '2.0', '99.0'])
    row('G-2', `version ${version} is not spoken: refused, whatever is called`, async (peer) => {
      for (const [operation, params] of OPERATIONS)
        expect(await peer.refusal(operation, params, { 'a2a-version': version })).toMatchObject(
          NOT_SUPPORTED,
        );
    });

  row('G-2', 'a message of a version that is not spoken leaves no trace', async (peer) => {
    const contextId = crypto.randomUUID();
    const params = { message: messageFor('echo', 'hi', { contextId }) };
    expect(await peer.refusal('SendMessage', params, { 'a2a-version': '2.0' })).toMatchObject(NOT_SUPPORTED);
    expect(await peer.result('ListTasks', { contextId })).toMatchObject({ totalSize: 0 });
  });

  row('G-2', 'the version may stand in the query', async (peer) => {
    expect(await inQuery(peer, '1.0')).toContain('"totalSize"');
    expect(await inQuery(peer, '2.0')).toContain('VERSION_NOT_SUPPORTED');
  });

  for (const [what, version] of [
    ['no header', undefined],
    ['an empty header', ''],
  ] as const)
    row('G-3', `${what} means 0.3, which is not spoken`, async (peer) => {
      for (const [operation, params] of OPERATIONS)
        expect(await peer.refusal(operation, params, { 'a2a-version': version })).toMatchObject(
          NOT_SUPPORTED,
        );
    });

  for (const version of ['1.0.0', '1.0.1', '1.0.99'])
    row('G-4', `${version} is served as 1.0`, async (peer) => {
      expect(await peer.result('ListTasks', {}, { 'a2a-version': version })).toHaveProperty('totalSize');
    });

  for (const version of ['1', '10', '1.', 'v1.0', '1.0.x', '1.0beta', '1.00', '1,0', 'latest'])
    row('G-4', `${version} is no version that is spoken`, async (peer) => {
      expect(await peer.refusal('ListTasks', {}, { 'a2a-version': version })).toMatchObject(NOT_SUPPORTED);
    });
});
