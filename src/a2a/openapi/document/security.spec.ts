import { validate } from '@readme/openapi-parser';
import { describe, expect, it } from 'vitest';
import type { AgentCard, SecurityScheme } from '../../protocol/index.js';
import { openApiDocument } from './openapi-document.js';

const CARD: AgentCard = {
  name: 'Agent',
  description: 'An agent.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example.com/a2a/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
};
const scopes = { 'review:run': 'Runs reviews.' };

describe('the security of the OpenAPI document', () => {
  it.each<readonly [string, SecurityScheme, object]>([
    [
      'bearer tokens',
      { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT', description: 'A token.' } },
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token.' },
    ],
    [
      'an API key',
      { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
      { type: 'apiKey', in: 'header', name: 'X-Key' },
    ],
    [
      'an authorization code',
      {
        oauth2SecurityScheme: {
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://a.example',
              tokenUrl: 'https://t.example',
              scopes,
              pkceRequired: true,
            },
          },
          oauth2MetadataUrl: 'https://m.example',
        },
      },
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.example',
            tokenUrl: 'https://t.example',
            scopes,
            'x-pkceRequired': true,
          },
        },
        'x-oauth2MetadataUrl': 'https://m.example',
      },
    ],
    [
      'client credentials',
      { oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://t.example', scopes } } } },
      { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t.example', scopes } } },
    ],
    [
      'a device code',
      {
        oauth2SecurityScheme: {
          flows: {
            deviceCode: {
              deviceAuthorizationUrl: 'https://d.example',
              tokenUrl: 'https://t.example',
              scopes,
            },
          },
        },
      },
      {
        type: 'oauth2',
        flows: {
          'x-deviceCode': {
            deviceAuthorizationUrl: 'https://d.example',
            tokenUrl: 'https://t.example',
            scopes,
          },
        },
      },
    ],
    [
      'OpenID Connect',
      {
        openIdConnectSecurityScheme: {
          openIdConnectUrl: 'https://o.example/.well-known/openid-configuration',
        },
      },
      { type: 'openIdConnect', openIdConnectUrl: 'https://o.example/.well-known/openid-configuration' },
    ],
    ['client certificates', { mtlsSecurityScheme: {} }, { type: 'mutualTLS' }],
  ])('SD-014 declares %s as the card does', async (_what, scheme, expected) => {
    const card: AgentCard = {
      ...CARD,
      securitySchemes: { one: scheme },
      securityRequirements: [{ schemes: { one: { list: ['review:run'] } } }, { schemes: {} }],
    };
    const { components, security } = openApiDocument(card);
    expect(components.securitySchemes).toEqual({ one: expected });
    expect(security).toEqual([{ one: ['review:run'] }, {}]);
    const document = structuredClone(openApiDocument(card));
    expect(await validate(document as never)).toMatchObject({ valid: true });
  });
});
