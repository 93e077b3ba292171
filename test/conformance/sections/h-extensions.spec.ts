import { expect } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { messageFor } from '../../support/messages.js';
import { describeSection } from '../conformance.js';
import type { Peer } from '../peer.js';
import { ask, cardOf, extensionOf, type Request, sending } from '../raw.js';
import { EXTENSIONS } from '../subjects.js';

const { optional, required } = EXTENSIONS;
const DECLARING = { on: 'with extensions' } as const;
const LIST: Request = { method: 'ListTasks', params: {}, http: ['GET', '/tasks'] };

const naming = (...uris: string[]) => ({ 'a2a-extensions': uris.join(', ') });

/** The extensions that an answer says to have been activated. */
async function activated(peer: Peer, header: string, request = LIST): Promise<readonly string[]> {
  const { headers } = await ask(peer, request, { 'a2a-extensions': header });
  const named = headers['a2a-extensions'];
  return typeof named === 'string' ? named.split(',').map((uri) => uri.trim()) : [];
}

describeSection('H: extensions', ({ row, once }) => {
  for (const header of [
    `${optional},${required}`,
    `${required}, ${optional}`,
    ` ${optional} ,\t${required} `,
    `urn:unknown,,${required},${optional}`,
  ])
    row(
      'H-1',
      `the URIs are those between commas: ${JSON.stringify(header)}`,
      async (peer) => {
        expect((await activated(peer, header)).toSorted()).toEqual([required, optional].toSorted());
      },
      DECLARING,
    );

  row(
    'H-1',
    'the name of the header is read in any case',
    async (peer) => {
      expect((await ask(peer, LIST, { 'A2A-EXTENSIONS': required })).text).toContain('"totalSize"');
    },
    DECLARING,
  );

  once(
    'H-2',
    'the card says which extension is required',
    async (peer) => {
      const { capabilities } = await cardOf(peer);
      expect(capabilities.extensions).toEqual(
        expect.arrayContaining([
          { uri: optional, description: 'Places.', params: { unit: 'm' } },
          { uri: required, required: true },
        ]),
      );
    },
    DECLARING,
  );

  for (const [operation, params] of [
    ['SendMessage', { message: messageFor('echo') }],
    ['SendStreamingMessage', { message: messageFor('echo') }],
    ['GetTask', { id: 'x' }],
    ['ListTasks', {}],
    ['CancelTask', { id: 'x' }],
    ['SubscribeToTask', { id: 'x' }],
  ] as const)
    row(
      'H-2',
      `${operation} by who does not name it is refused`,
      async (peer) => {
        for (const headers of [{}, naming(optional)])
          expect(await peer.refusal(operation, params, headers)).toMatchObject({
            reason: 'EXTENSION_SUPPORT_REQUIRED',
          });
      },
      DECLARING,
    );

  row(
    'H-2',
    'what is refused leaves no trace, and who names it is served',
    async (peer) => {
      const contextId = crypto.randomUUID();
      const params = { message: messageFor('echo', 'hi', { contextId }) };
      await peer.refusal('SendMessage', params);
      expect(await peer.result('ListTasks', { contextId }, naming(required))).toMatchObject({ totalSize: 0 });
      expect(await peer.result('SendMessage', params, naming(required))).toHaveProperty('task.id');
    },
    DECLARING,
  );

  row('H-2', 'where none is required, none need be named', async (peer) => {
    expect(await peer.result('ListTasks')).toHaveProperty('totalSize');
  });

  row('H-3', 'an extension that the agent does not know is ignored', async (peer) => {
    expect(await peer.result('ListTasks', {}, naming('urn:unknown'))).toHaveProperty('totalSize');
    expect(await activated(peer, 'urn:unknown')).toEqual([]);
  });

  row(
    'H-3',
    'another version of an extension is not taken for it',
    async (peer) => {
      for (const other of [optional.replace('v1', 'v2'), optional.replace('/v1', ''), `${optional}.1`])
        expect(await activated(peer, `${required},${other}`)).toEqual([required]);
    },
    DECLARING,
  );

  row(
    'H-3',
    'another version of an extension that is required does not do',
    async (peer) => {
      for (const other of [required.replace('v2', 'v1'), required.replace('v2', 'v3'), `${required}.1`])
        expect(await peer.refusal('ListTasks', {}, naming(other))).toMatchObject({
          reason: 'EXTENSION_SUPPORT_REQUIRED',
        });
    },
    DECLARING,
  );

  row(
    'H-4',
    'the answer names those that were asked for and are spoken',
    async (peer) => {
      const send = sending({ message: messageFor('echo') });
      expect(await activated(peer, required)).toEqual([required]);
      expect(await activated(peer, `${required},${optional},urn:unknown`, send)).toEqual([
        required,
        optional,
      ]);
    },
    DECLARING,
  );

  row('H-4', 'so does a stream', async (peer) => {
    const uri = await extensionOf(peer);
    const params = { message: messageFor('letters') };
    const stream = await peer.stream('SendStreamingMessage', params, naming(uri));
    expect(stream.headers['a2a-extensions']).toBe(uri);
    await stream.all();
  });

  row('H-4', 'none is activated that was not asked for', async (peer) => {
    expect((await ask(peer, LIST)).headers).not.toHaveProperty('a2a-extensions');
  });

  row(
    'H-7',
    'a message keeps the URIs that it lists, and the metadata under them',
    async (peer) => {
      const metadata = { skillId: 'echo', [optional]: { at: [1.5, 2.5], Some_Key: null } };
      const sent = messageFor('echo', 'hi', { extensions: [optional], metadata });
      const params = { message: sent };
      const { task } = await peer.result<{ task: Task }>('SendMessage', params, naming(required, optional));
      expect(task.history?.[0]).toMatchObject({ extensions: [optional], metadata });
      expect(task.artifacts?.[0]?.metadata).toMatchObject({ [optional]: metadata[optional] });
    },
    DECLARING,
  );
});
