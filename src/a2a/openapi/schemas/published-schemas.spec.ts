import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../protocol/index.js';
import { PROTOCOL_MESSAGES } from './messages.js';
import { schemaDocument } from './schema-document.js';
import { REQUEST_ROWS } from './testing/request-rows.js';
import { RESPONSE_ROWS } from './testing/response-rows.js';
import { SchemaValidator } from './testing/schema-validator.js';

const DOCUMENT = schemaDocument('https://agent.example.com/schemas/a2a-1.0.json');
const VALIDATOR = new SchemaValidator(DOCUMENT);

const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'roll 2d6' }] };

/** As it goes over the wire: members that are undefined are not there. */
const onTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the published JSON Schemas', () => {
  it.each([...REQUEST_ROWS, ...RESPONSE_ROWS])('%s %s takes (%s) %s', (_id, name, isGood, _what, value) => {
    const sent = onTheWire(value);
    expect({
      schema: VALIDATOR.accepts(name, sent),
      parser: PROTOCOL_MESSAGES[name].safeParse(sent).success,
    }).toEqual({ schema: isGood, parser: isGood });
  });

  it.each([
    ['null for unset', 'SendMessageRequest', { message: { ...message, contextId: null } }],
    [
      'a member in snake_case',
      'SendMessageRequest',
      { message: { ...message, messageId: undefined, message_id: 'm' } },
    ],
    ['the number of a state', 'ListTasksRequest', { status: 2 }],
  ] as const)('N-5 ask for the canonical form of what the parser takes too: %s', (_what, name, value) => {
    const sent = onTheWire(value);
    expect(VALIDATOR.accepts(name, sent)).toBe(false);
    const parsed = onTheWire(parseRequest(PROTOCOL_MESSAGES[name], sent));
    expect(VALIDATOR.faults(name, parsed)).toEqual([]);
  });

  it('have every message of the protocol under its name', () => {
    expect(Object.keys(DOCUMENT.$defs).toSorted()).toEqual(NAMES.trim().split(/\s+/).toSorted());
  });

  it('refer to each other instead of repeating themselves', () => {
    const { StreamResponse, Task } = DOCUMENT.$defs;
    expect(StreamResponse?.properties?.task).toEqual({ $ref: '#/$defs/Task' });
    expect(Task?.properties?.status).toEqual({ $ref: '#/$defs/TaskStatus' });
    expect(JSON.stringify(DOCUMENT)).not.toContain('__shared');
  });

  it('N-3 check base64 of megabytes too', () => {
    const raw = 'QUJD'.repeat(2_000_000);
    expect(VALIDATOR.accepts('Part', { raw })).toBe(true);
    expect(VALIDATOR.accepts('Part', { raw: `${raw}!` })).toBe(false);
  });
});

const NAMES = `
  Task TaskStatus TaskState Message Role Part Artifact TaskStatusUpdateEvent
  TaskArtifactUpdateEvent StreamResponse SendMessageRequest SendMessageConfiguration
  SendMessageResponse GetTaskRequest ListTasksRequest ListTasksResponse CancelTaskRequest
  SubscribeToTaskRequest TaskPushNotificationConfig AuthenticationInfo
  GetTaskPushNotificationConfigRequest DeleteTaskPushNotificationConfigRequest
  ListTaskPushNotificationConfigsRequest ListTaskPushNotificationConfigsResponse
  GetExtendedAgentCardRequest AgentCard AgentProvider AgentInterface AgentCapabilities
  AgentExtension AgentSkill AgentCardSignature SecurityScheme APIKeySecurityScheme
  HTTPAuthSecurityScheme OAuth2SecurityScheme OpenIdConnectSecurityScheme MutualTlsSecurityScheme
  SecurityRequirement StringList OAuthFlows AuthorizationCodeOAuthFlow ClientCredentialsOAuthFlow
  ImplicitOAuthFlow PasswordOAuthFlow DeviceCodeOAuthFlow
`;
