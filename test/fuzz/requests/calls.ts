import fc from 'fast-check';
import { Members, object, type Tree, treeOf } from './json-tree.js';
import { keptValue, oddText } from './odd-values.js';
import { ID } from './placeholders.js';

/** An operation and its parameters, as every binding can send them. */
export interface Call {
  readonly operation: string;
  readonly params: Readonly<Record<string, Tree | undefined>>;
  /** Whether the agent has to take it: not to find it ill-formed. */
  readonly isValid: boolean;
}

type Params = Call['params'];

const SKILLS = ['echo', 'echo', 'echo', 'reply', 'ask', 'pieces', 'later', 'linger', 'fail'];
const STATES = [
  'SUBMITTED',
  'WORKING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'INPUT_REQUIRED',
  'REJECTED',
  'AUTH_REQUIRED',
];

/** A member that is there, null, or not there. */
const maybe = <T extends Tree>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(null) },
  );

const smallObject = fc
  .dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => new Members(Object.entries(value).map(([name, member]) => [name, treeOf(member)])));
const shortText = fc.oneof(
  fc.string({ maxLength: 30 }),
  oddText.map((text) => text.slice(0, 500)),
);
const base64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));

const part = fc
  .tuple(
    fc.oneof<fc.Arbitrary<Params>[]>(
      shortText.map((text) => ({ text })),
      base64.map((raw) => ({ raw })),
      fc.constantFrom('https://example.com/a', 'file:///etc/passwd', 'x').map((url) => ({ url })),
      keptValue.map((data) => ({ data })),
      fc.jsonValue({ maxDepth: 3 }).map((data) => ({ data: treeOf(data) })),
    ),
    fc.record({
      mediaType: maybe(fc.constantFrom('text/plain', 'application/json', 'image/png')),
      filename: maybe(shortText),
      metadata: maybe(smallObject),
    }),
  )
  .map(([content, more]) => object({ ...content, ...more }));

const tenant = fc.oneof(
  { weight: 9, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('acme', 'b/c', '\u00e4', '') },
);
const historyLength = maybe(fc.constantFrom(0, 1, 10, 2 ** 31 - 1));

const message = fc
  .record({
    skillId: fc.constantFrom(...SKILLS),
    metadata: smallObject,
    parts: fc.array(part, { minLength: 1, maxLength: 4 }),
    contextId: fc.option(fc.constantFrom('c1', 'c2', ID.context), { nil: undefined, freq: 3 }),
    extensions: maybe(fc.array(shortText, { maxLength: 3 })),
  })
  .map(({ skillId, metadata, ...members }) =>
    object({
      messageId: ID.fresh,
      role: 'ROLE_USER',
      ...members,
      metadata: new Members([...metadata.list, ['skillId', skillId]]),
    }),
  );

/** The next turn of a task that may exist. */
const nextMessage = fc
  .tuple(
    fc.constantFrom(ID.asking, ID.asking, ID.ended, ID.working, 'made-up'),
    fc.array(part, { minLength: 1, maxLength: 2 }),
  )
  .map(([taskId, parts]) => object({ messageId: ID.fresh, role: 'ROLE_USER', taskId, parts }));

const configuration = fc
  .record({
    returnImmediately: maybe(fc.boolean()),
    historyLength,
    acceptedOutputModes: maybe(fc.constantFrom<Tree>([], ['*/*'], ['text/plain', '*/*'])),
  })
  .map(object);

const send = fc.record({
  tenant,
  message: fc.oneof({ weight: 5, arbitrary: message }, { weight: 2, arbitrary: nextMessage }),
  configuration: maybe(configuration),
  metadata: maybe(smallObject),
});

const taskId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(ID.ended, ID.asking, ID.working) },
  { weight: 1, arbitrary: fc.constantFrom('made-up', 'a:cancel', '..', '%2F', 'x'.repeat(1_000)) },
);

const list = fc.record({
  tenant,
  contextId: maybe(fc.constantFrom('c1', 'c2', ID.context)),
  status: maybe(fc.constantFrom(...STATES).map((state) => `TASK_STATE_${state}`)),
  pageSize: maybe(fc.integer({ min: 1, max: 100 })),
  historyLength,
  statusTimestampAfter: maybe(
    fc.constantFrom('2026-01-31T12:00:00Z', '1970-01-01T00:00:00.000000001Z', '9999-12-31T23:59:59.999Z'),
  ),
  includeArtifacts: maybe(fc.boolean()),
});

const push = fc.record({
  tenant,
  taskId,
  id: fc.constantFrom('c1', ID.fresh),
  url: fc.constantFrom('https://hook.example', 'http://169.254.169.254/'),
});

const of = (operation: string, params: fc.Arbitrary<Params>, weight: number) => ({
  weight,
  arbitrary: params.map((one): Call => ({ operation, params: one, isValid: true })),
});

/** A call that is well formed. */
export const validCall: fc.Arbitrary<Call> = fc.oneof(
  of('SendMessage', send, 12),
  of('SendStreamingMessage', send, 3),
  of('GetTask', fc.record({ tenant, id: taskId, historyLength }), 5),
  of('ListTasks', list, 2),
  of('CancelTask', fc.record({ tenant, id: taskId, metadata: maybe(smallObject) }), 3),
  of('SubscribeToTask', fc.record({ tenant, id: taskId }), 2),
  of('CreateTaskPushNotificationConfig', push, 1),
  of('GetTaskPushNotificationConfig', push, 1),
  of('ListTaskPushNotificationConfigs', push, 1),
  of('DeleteTaskPushNotificationConfig', push, 1),
  of('GetExtendedAgentCard', fc.record({ tenant }), 1),
);
