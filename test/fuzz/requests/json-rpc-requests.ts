import fc from 'fast-check';
import { type Call, validCall } from './calls.js';
import { type FuzzRequest, oddSurroundings, plainSurroundings } from './fuzz-request.js';
import { Members, object, textOf, type Tree } from './json-tree.js';
import { oddText, oddValue } from './odd-values.js';
import { mutated, treeMutations } from './tree-mutations.js';

const JSON_RPC_PATH = '/a2a/jsonrpc';

const id: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -10, max: 1_000_000 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Tree>('', 'abc', null, 0, 1.5, '\ud83d\ude00', '__proto__', -(2 ** 53) + 1),
  },
);
const METHODS = [
  'sendMessage',
  'message/send',
  'tasks/get',
  'rpc.discover',
  '',
  '__proto__',
  'constructor',
  'SendMessage\0',
  'GetTask ',
];
const TARGETS = [
  `${JSON_RPC_PATH}/`,
  `/${JSON_RPC_PATH}`,
  `${JSON_RPC_PATH}?`,
  `${JSON_RPC_PATH}?A2A-Version=1.0&A2A-Version=0.3&x[]=1&__proto__[x]=1`,
  `${JSON_RPC_PATH}?%ff=%zz`,
  `${JSON_RPC_PATH}#x`,
  `${JSON_RPC_PATH}%00`,
  `${JSON_RPC_PATH}/%ff`,
  `${JSON_RPC_PATH}/../jsonrpc`,
  '/a2a/%6asonrpc',
  '/A2A/JSONRPC',
  `http://x${JSON_RPC_PATH}`,
  '//',
  '/%',
  '*',
  '/a2a',
  '/.well-known/agent-card.json',
  '/readyz',
  'jsonrpc',
  `${JSON_RPC_PATH}?${'x=1&'.repeat(2_000)}`,
];
const VERBS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'BREW',
  'post',
  'P\0ST',
];

const envelope = (call: Call, one: Tree): Members =>
  object({ jsonrpc: '2.0', id: one, method: call.operation, params: object(call.params) });

const post = { verb: 'POST', target: JSON_RPC_PATH };

const valid = fc.tuple(validCall, id, plainSurroundings).map(
  ([call, one, around]): FuzzRequest => ({
    ...post,
    ...around,
    body: textOf(envelope(call, one)),
    isValid: call.isValid,
  }),
);

/** Most are wrong within the parameters: what is no call gets no further. */
const wrongCall = fc
  .tuple(validCall, id, treeMutations, fc.nat(9), plainSurroundings)
  .map(([call, one, mutations, chance, around]): FuzzRequest => {
    const tree =
      chance === 0
        ? mutated(envelope(call, one), mutations)
        : object({
            jsonrpc: '2.0',
            id: one,
            method: call.operation,
            params: mutated(object(call.params), mutations),
          });
    return { ...post, ...around, body: textOf(tree), isValid: false };
  });

/** Members of the envelope that are something else, or that are not known. */
const wrongEnvelope = fc
  .tuple(
    validCall,
    fc.constantFrom('jsonrpc', 'id', 'method', 'params'),
    fc.oneof(oddValue, fc.constantFrom(...METHODS)),
  )
  .map(
    ([call, name, value]) =>
      new Members([...envelope(call, 1).list.filter(([one]) => one !== name), [name, value]]),
  );

/** Several calls at once, and what is no call at all. */
const noCall = fc.oneof(
  fc
    .array(validCall, { maxLength: 3 })
    .map((calls): Tree => calls.map((call, index) => envelope(call, index))),
  oddValue,
  wrongEnvelope,
);
const wrongBody = fc
  .tuple(noCall, plainSurroundings)
  .map(([tree, around]): FuzzRequest => ({ ...post, ...around, body: textOf(tree), isValid: false }));

const wrongAround = fc.tuple(validCall, id, oddSurroundings).map(
  ([call, one, around]): FuzzRequest => ({
    ...post,
    ...around,
    body: textOf(envelope(call, one)),
    isValid: false,
  }),
);

const noJson = oddText.map(
  (body): FuzzRequest => ({ ...post, headers: [], framing: 'length', body, isValid: false }),
);

const elsewhere = fc
  .tuple(fc.constantFrom('POST', 'POST', ...VERBS), fc.constantFrom(JSON_RPC_PATH, ...TARGETS), validCall)
  .map(
    ([verb, target, call]): FuzzRequest => ({
      verb,
      target,
      headers: [],
      framing: 'length',
      body: textOf(envelope(call, 1)),
      isValid: false,
    }),
  );

/** Requests to the JSON-RPC binding, good ones among them. */
export const jsonRpcRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 40, arbitrary: valid },
  { weight: 30, arbitrary: wrongCall },
  { weight: 8, arbitrary: wrongBody },
  { weight: 13, arbitrary: wrongAround },
  { weight: 3, arbitrary: noJson },
  { weight: 6, arbitrary: elsewhere },
);
