import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../../src/a2a/openapi/document/open-api.js';
import { SchemaValidator } from '../../../src/a2a/openapi/schemas/testing/schema-validator.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { HttpJsonClient } from '../../support/http-json-client.js';
import { messageFor } from '../../support/messages.js';

describe('the HTTP+JSON interface answers as its OpenAPI document says', () => {
  let agent: AgentProcess;
  let client: HttpJsonClient;
  let document: OpenApiDocument;
  let validator: SchemaValidator;
  let taskId: string;

  beforeAll(async () => {
    agent = await AgentProcess.start();
    document = JSON.parse((await agent.serves('/docs/openapi.json')).text) as OpenApiDocument;
    client = new HttpJsonClient(document.servers?.[0]?.url ?? '');
    const $id = `${agent.url}/docs/schemas`;
    const $defs = JSON.parse(
      JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
    ) as object;
    const schemas: { readonly $id: string; readonly $defs: object } = { $id, $defs };
    validator = new SchemaValidator(schemas);
    taskId = (await client.send(messageFor('letters'))).id;
  });
  afterAll(() => endAgents(agent));

  const CONFIGS = '/tasks/{taskId}/pushNotificationConfigs';
  const message = () => ({ message: messageFor('letters') });

  const ROWS: readonly (readonly [
    verb: string,
    path: string,
    status: number,
    body: (() => object) | undefined,
  ])[] = [
    ['POST', '/message:send', 200, message],
    ['POST', '/message:send', 400, () => ({ message: { ...messageFor('letters'), parts: [] } })],
    ['GET', '/tasks', 200, undefined],
    ['GET', '/tasks/{id}', 200, undefined],
    ['POST', '/tasks/{id}:cancel', 400, undefined],
    ['GET', '/tasks/{id}:subscribe', 400, undefined],
    ['POST', '/tasks/{id}:subscribe', 400, undefined],
    ['POST', CONFIGS, 400, () => ({ url: 'https://hooks.example' })],
    ['GET', CONFIGS, 400, undefined],
    ['GET', `${CONFIGS}/{id}`, 400, undefined],
    ['DELETE', `${CONFIGS}/{id}`, 400, undefined],
    ['GET', '/extendedAgentCard', 400, undefined],
  ];

  it.each(ROWS)('%s %s answers %i', async (verb, path, expected, body) => {
    const asked = path.replace(/\{\w+\}/g, taskId);
    const { status, headers, text } = await client.request(verb, asked, body?.());
    expect({ status, text }).toMatchObject({ status: expected });
    const { responses } = document.paths[path]?.[verb.toLowerCase()] ?? {};
    const said = status === 200 ? responses?.['200'] : document.components.responses.Error;
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    const content = said && 'content' in said ? said.content : undefined;
    const name = content?.[type]?.schema.$ref?.split('/').at(-1) ?? `no schema for ${type}`;
    expect(validator.faults(name, JSON.parse(text))).toEqual([]);
  });
});
