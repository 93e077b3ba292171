import type { MessageRow } from './message-row.js';

const parts = [{ text: 'roll 2d6' }];
const message = { messageId: 'm-1', role: 'ROLE_USER', parts };
const status = { state: 'TASK_STATE_WORKING', timestamp: '2026-01-31T12:00:00.000Z' };
const task = { id: 't-1', contextId: 'c-1', status };
const artifact = { artifactId: 'a-1', parts };
const card = {
  name: 'Dice Agent',
  description: '一个会掷骰子的极简 A2A Agent',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'http://localhost:9999/a2a/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'roll_dice',
      name: '掷骰子',
      description: '掷 N 个 M 面骰子',
      tags: ['dice'],
      examples: ['掷 3d20'],
    },
  ],
};
const without = <T extends object>(value: T, name: keyof T) => ({ ...value, [name]: undefined });
const scheme = (value: object) => ({ ...card, securitySchemes: { one: value } });
const scopes = { 'review:run': 'Runs reviews.' };

/** What agents answer, and cards, good and bad. */
export const RESPONSE_ROWS: readonly MessageRow[] = [
  ['C-4', 'Task', true, 'the least', task],
  ['C-4', 'Task', true, 'everything', { ...task, artifacts: [artifact], history: [message], metadata: {} }],
  ['C-4', 'Task', false, 'no status', without(task, 'status')],
  ['C-1', 'Task', false, 'a state in lower case (SD-085)', { ...task, status: { state: 'submitted' } }],
  ['C-5', 'Task', false, 'an artifact without id', { ...task, artifacts: [{ parts }] }],
  ['B-1', 'SendMessageResponse', true, 'a task', { task }],
  ['B-1', 'SendMessageResponse', false, 'a task that is not wrapped', task],
  ['B-1', 'SendMessageResponse', false, 'a task and a message', { task, message }],
  [
    'C-6',
    'StreamResponse',
    true,
    'a status update',
    { statusUpdate: { taskId: 't', contextId: 'c', status } },
  ],
  [
    'C-6',
    'StreamResponse',
    true,
    'a chunk',
    { artifactUpdate: { taskId: 't', contextId: 'c', artifact, append: true, lastChunk: false } },
  ],
  ['C-6', 'StreamResponse', false, 'an update without contextId', { statusUpdate: { taskId: 't', status } }],
  [
    'C-6',
    'StreamResponse',
    false,
    'append as text',
    { artifactUpdate: { taskId: 't', contextId: 'c', artifact, append: 'yes' } },
  ],
  [
    'B-22',
    'ListTasksResponse',
    true,
    'an empty page',
    { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 },
  ],
  ['B-22', 'ListTasksResponse', false, 'no nextPageToken', { tasks: [], pageSize: 50, totalSize: 0 }],
  ['SD-017', 'AgentCard', true, 'the Dice Agent', card],
  [
    'SD-006',
    'AgentCard',
    false,
    'an interface without version',
    { ...card, supportedInterfaces: [{ url: 'http://a', protocolBinding: 'GRPC' }] },
  ],
  ['A-4', 'AgentCard', false, 'no interface', { ...card, supportedInterfaces: [] }],
  ['SD C6', 'AgentCard', false, 'no description', without(card, 'description')],
  ['SD C2', 'AgentCard', false, 'skills as texts', { ...card, skills: ['review-python'] }],
  [
    'A2',
    'AgentCard',
    true,
    'bearer tokens',
    {
      ...scheme({ httpAuthSecurityScheme: { scheme: 'Bearer' } }),
      securityRequirements: [{ schemes: { one: { list: [] } } }],
    },
  ],
  [
    'A2',
    'AgentCard',
    true,
    'a device code flow',
    scheme({
      oauth2SecurityScheme: {
        flows: { deviceCode: { deviceAuthorizationUrl: 'https://a', tokenUrl: 'https://b', scopes } },
      },
    }),
  ],
  [
    'A2',
    'AgentCard',
    false,
    'two flows in one scheme',
    scheme({
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://b', scopes }, password: {} } },
    }),
  ],
  [
    'A2',
    'AgentCard',
    false,
    'a scheme of two kinds',
    scheme({ mtlsSecurityScheme: {}, openIdConnectSecurityScheme: { openIdConnectUrl: 'https://a' } }),
  ],
  [
    'A2',
    'AgentCard',
    false,
    'an API key in the body',
    scheme({ apiKeySecurityScheme: { location: 'body', name: 'key' } }),
  ],
  ['Q-3', 'AgentCard', false, 'the requirements of 0.3', { ...card, securityRequirements: [{ one: [] }] }],
  [
    'A-12',
    'AgentCard',
    false,
    'a signature without its header',
    { ...card, signatures: [{ signature: 'x' }] },
  ],
];
