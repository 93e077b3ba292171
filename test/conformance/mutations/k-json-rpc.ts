import type { Mutations } from './mutation.js';

const ENDPOINT = 'src/a2a/transports/json-rpc/json-rpc.endpoint.ts';
const OPERATIONS = 'src/a2a/transports/calls/operation-calls.service.ts';
const SERVICE = 'src/a2a/transports/calls/service-parameters.ts';

export const JSON_RPC: Mutations = {
  'K-1': [
    { file: OPERATIONS, from: "['ListTasks', unary", to: "['listTasks', unary" },
    { file: SERVICE, from: "headers['a2a-version']", to: "headers['x-version']" },
    {
      file: ENDPOINT,
      from: 'return jsonAnswer(resultResponse(id, answer.result), JSON_TYPE);',
      to: 'return new Response(JSON.stringify(resultResponse(id, answer.result)));',
    },
    // Long answers alone.
    {
      file: ENDPOINT,
      from: 'return jsonAnswer(resultResponse(id, answer.result), JSON_TYPE);',
      to: "return jsonAnswer(resultResponse(id, answer.result), 'text/plain');",
    },
    {
      file: 'src/a2a/transports/json-rpc/json-rpc-envelope.ts',
      from: "return { jsonrpc: '2.0', id, result };",
      to: 'return { id, result };',
    },
  ],
  'K-2': [
    { file: ENDPOINT, from: 'resultResponse(id, response)', to: 'response' },
    { file: ENDPOINT, from: '=> resultResponse(id, response)', to: '=> resultResponse(1, response)' },
    {
      file: 'src/a2a/net/event-stream.ts',
      from: "'text/event-stream; charset=utf-8'",
      to: "'application/x-ndjson'",
    },
  ],
};
