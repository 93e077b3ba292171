import { validate } from '@readme/openapi-parser';
import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../protocol/index.js';
import { SchemaValidator } from '../schemas/testing/schema-validator.js';
import type { Content, OpenApiOperation } from './open-api.js';
import { openApiDocument } from './openapi-document.js';

const CARD: AgentCard = {
  name: 'Dice Agent',
  description: '一个会掷骰子的极简 A2A Agent',
  version: '1.0.0',
  provider: { organization: 'Example', url: 'https://example.com' },
  documentationUrl: 'https://example.com/dice',
  supportedInterfaces: [
    { url: 'https://agent.example.com/a2a/jsonrpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: 'https://agent.example.com/a2a/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
};
const DOCUMENT = openApiDocument(CARD);

const at = (verb: string, path: string): OpenApiOperation | undefined => DOCUMENT.paths[path]?.[verb];
const names = (verb: string, path: string, place: string): string[] =>
  (at(verb, path)?.parameters ?? []).flatMap((given) =>
    'name' in given && given.in === place ? [given.name] : [],
  );
const operations = Object.values(DOCUMENT.paths).flatMap((item) => Object.values(item));

async function faultsOf(card: AgentCard): Promise<unknown> {
  const result = await validate(structuredClone(openApiDocument(card)) as never);
  return result.valid ? [] : result.errors;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(DOCUMENT.openapi).toBe('3.1.1');
    expect(await faultsOf(CARD)).toEqual([]);
  });

  it('would not be called valid with two operations of one name', async () => {
    const paths = { '/a': DOCUMENT.paths['/tasks'], '/b': DOCUMENT.paths['/tasks'] };
    expect(await validate(structuredClone({ ...DOCUMENT, paths }) as never)).toMatchObject({ valid: false });
  });

  it('says who the agent is and where its interface is', () => {
    expect(DOCUMENT.info).toMatchObject({
      title: 'Dice Agent',
      version: '1.0.0',
      description: CARD.description,
      contact: { name: 'Example', url: 'https://example.com' },
    });
    expect(DOCUMENT.servers?.map(({ url }) => url)).toEqual(['https://agent.example.com/a2a/v1']);
  });

  it.each([
    ['post', '/message:send', 'SendMessage'],
    ['post', '/message:stream', 'SendStreamingMessage'],
    ['get', '/tasks/{id}', 'GetTask'],
    ['get', '/tasks', 'ListTasks'],
    ['post', '/tasks/{id}:cancel', 'CancelTask'],
    ['get', '/tasks/{id}:subscribe', 'SubscribeToTask'],
    ['post', '/tasks/{id}:subscribe', 'SubscribeToTaskByPost'],
    ['post', '/tasks/{taskId}/pushNotificationConfigs', 'CreateTaskPushNotificationConfig'],
    ['get', '/tasks/{taskId}/pushNotificationConfigs/{id}', 'GetTaskPushNotificationConfig'],
    ['get', '/tasks/{taskId}/pushNotificationConfigs', 'ListTaskPushNotificationConfigs'],
    ['delete', '/tasks/{taskId}/pushNotificationConfigs/{id}', 'DeleteTaskPushNotificationConfig'],
    ['get', '/extendedAgentCard', 'GetExtendedAgentCard'],
  ])('B I-2 has %s %s as %s, with a tenant too', (verb, path, id) => {
    expect(at(verb, path)?.operationId).toBe(id);
    expect(at(verb, `/{tenant}${path}`)?.operationId).toBe(`${id}InTenant`);
    expect(names(verb, `/{tenant}${path}`, 'path')).toContain('tenant');
  });

  it('B has nothing else', () => {
    expect(operations).toHaveLength(24);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(24);
  });

  it('B-17 L-2 has the filters of ListTasks in the query, with their bounds', () => {
    expect(names('get', '/tasks', 'query').toSorted().join(' ')).toBe(
      'contextId historyLength includeArtifacts pageSize pageToken status statusTimestampAfter tenant',
    );
    const { parameters = [] } = at('get', '/tasks') ?? {};
    const schemaOf = (name: string) => parameters.find((given) => 'name' in given && given.name === name);
    expect(schemaOf('pageSize')).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 100 } });
    expect(schemaOf('historyLength')).toMatchObject({ schema: { type: 'integer', minimum: 0 } });
    expect(schemaOf('status')).toMatchObject({ schema: { $ref: '#/components/schemas/TaskState' } });
    expect(schemaOf('statusTimestampAfter')).toMatchObject({ schema: { format: 'date-time' } });
    expect(names('get', '/{tenant}/tasks', 'query')).not.toContain('tenant');
  });

  it('G-1 asks for the version with every operation, and for the last event with streams', () => {
    const refs = operations.map(({ parameters }) => JSON.stringify(parameters));
    expect(refs.every((text) => text.includes('/A2AVersion'))).toBe(true);
    expect(refs.filter((text) => text.includes('/LastEventId'))).toHaveLength(6);
    expect(DOCUMENT.components.parameters.A2AVersion).toMatchObject({ name: 'A2A-Version', required: true });
  });

  it('B-9 takes a SendMessageRequest, and of a cancel what its path does not say', () => {
    const { requestBody: send } = at('post', '/message:send') ?? {};
    expect(send).toMatchObject({ required: true });
    expect(send?.content['application/a2a+json']?.schema).toEqual({
      $ref: '#/components/schemas/SendMessageRequest',
    });
    const { requestBody: cancel } = at('post', '/tasks/{id}:cancel') ?? {};
    expect(cancel?.required).toBe(false);
    const { schema } = cancel?.content['application/json'] ?? {};
    expect(Object.keys(schema?.properties ?? {}).toSorted()).toEqual(['metadata', 'tenant']);
    expect(schema?.required).toBeUndefined();
  });

  it('L-1 answers with both media types of JSON, streams with events, and errors with a Status', () => {
    for (const { operationId, responses } of operations) {
      const { '200': answer, default: error } = responses;
      const content = (answer as { content: Content }).content;
      const types = /Stream|Subscribe/.test(operationId)
        ? ['text/event-stream']
        : ['application/a2a+json', 'application/json'];
      expect([operationId, ...Object.keys(content)]).toEqual([operationId, ...types]);
      expect(error).toEqual({ $ref: '#/components/responses/Error' });
    }
    const { content } = DOCUMENT.components.responses.Error ?? {};
    expect(Object.keys(content ?? {})).toEqual(['application/a2a+json', 'application/json']);
    expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ErrorResponse' });
  });

  it('gives examples that its own schemas accept', () => {
    const id = 'https://agent.example.com/schemas';
    const validator = new SchemaValidator({ $id: id, $defs: { ...rebased(DOCUMENT.components.schemas) } } as {
      $id: string;
    });
    const bodies = [
      ...Object.values(DOCUMENT.components.responses).map(({ content }) => content),
      ...operations.flatMap(({ requestBody, responses }) => [
        requestBody?.content,
        (responses['200'] as { content?: Content }).content,
      ]),
    ].flatMap((content) => Object.values(content ?? {}));
    const examples = bodies.flatMap(({ schema, example, examples: named = {} }) =>
      [example, ...Object.values(named).map(({ value }) => value)].flatMap((value) =>
        schema.$ref === undefined || value === undefined ? [] : [[schema.$ref, value] as const],
      ),
    );
    expect(examples.length).toBeGreaterThan(20);
    const faults = examples.flatMap(([ref, value]) => validator.faults(ref.split('/').at(-1) ?? '', value));
    expect(faults).toEqual([]);
  });

  it('B-31 says which operations the agent refuses, having declared no such capability', () => {
    const refused = operations.filter(({ description }) => description.includes('does not declare'));
    expect(refused).toHaveLength(10);
    const all = { streaming: true, pushNotifications: true, extendedAgentCard: true };
    expect(JSON.stringify(openApiDocument({ ...CARD, capabilities: all }))).not.toContain('does not declare');
    expect(JSON.stringify(openApiDocument({ ...CARD, capabilities: {} }).paths['/message:stream'])).toContain(
      'does not declare streaming: it answers UNSUPPORTED_OPERATION',
    );
  });

  it('A-5 has no paths when the interface is not there', async () => {
    const card = { ...CARD, supportedInterfaces: CARD.supportedInterfaces.slice(0, 1) };
    const { paths, servers, components } = openApiDocument(card);
    expect({ paths, servers }).toEqual({ paths: {}, servers: undefined });
    expect(components.schemas.Task).toBeDefined();
    expect(await faultsOf(card)).toEqual([]);
  });

  it('SD-014 declares nothing when the card does not', () => {
    expect(DOCUMENT).not.toHaveProperty('security');
    expect(DOCUMENT.components).not.toHaveProperty('securitySchemes');
  });
});

/** The schemas with references among themselves, so that they stand alone. */
function rebased(schemas: object): object {
  return JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as object;
}
