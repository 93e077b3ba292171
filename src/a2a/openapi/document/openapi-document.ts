import type { AgentCard } from '../../protocol/index.js';
import { jsonSchemasOf } from '../schemas/json-schema.js';
import { HTTP_MESSAGES, PROTOCOL_MESSAGES } from '../schemas/messages.js';
import { HEADER_PARAMETERS, RESPONSES } from './components.js';
import { type Route, ROUTES } from '../../transports/http-json/routing/route.js';
import type { OpenApiDocument, PathItem } from './open-api.js';
import { type OperationContext, operationOf, schemaRef } from './operation.js';
import { TAGS } from './operations.js';
import { securityOf } from './security.js';

/**
 * Describes the HTTP+JSON binding of an agent (section 11) in OpenAPI 3.1.
 *
 * @param card what the agent is, where its interfaces are and what callers must prove; without an interface of
 *   this binding there are no paths
 */
export function openApiDocument(card: AgentCard): OpenApiDocument {
  const schemas = jsonSchemasOf({ ...PROTOCOL_MESSAGES, ...HTTP_MESSAGES }, (name) => schemaRef(name).$ref);
  const { securitySchemes, security } = securityOf(card);
  const urls = card.supportedInterfaces
    .filter(({ protocolBinding }) => protocolBinding === 'HTTP+JSON')
    .map(({ url }) => url);
  return {
    openapi: '3.1.1',
    info: {
      title: card.name,
      version: card.version,
      summary: 'A2A protocol 1.0, HTTP+JSON binding',
      description: card.description,
      ...(card.provider && { contact: { name: card.provider.organization, url: card.provider.url } }),
    },
    ...(card.documentationUrl && { externalDocs: { url: card.documentationUrl } }),
    ...(urls.length > 0 && { servers: urls.map((url) => ({ url, description: 'The HTTP+JSON interface' })) }),
    ...(security && { security }),
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: urls.length > 0 ? pathsOf({ schemas, capabilities: card.capabilities }) : {},
    components: {
      schemas,
      parameters: HEADER_PARAMETERS,
      responses: RESPONSES,
      ...(securitySchemes && { securitySchemes }),
    },
  };
}

/** Every path stands there twice: as it is, and below a tenant (section 8.3.2). */
function pathsOf(context: OperationContext): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [prefix, idSuffix] of [
    ['', ''],
    ['{tenant}/', 'InTenant'],
  ] as const) {
    for (const route of ROUTES) {
      const path = `/${prefix}${route.path}`;
      const operation = operationOf(route, path, `${idOf(route)}${idSuffix}`, context);
      paths[path] = { ...paths[path], [route.verb.toLowerCase()]: operation };
    }
  }
  return paths;
}

/** The operation's name, which the first of its routes has; another is told apart by its verb. */
function idOf({ operation, verb }: Route): string {
  const first = ROUTES.find((route) => route.operation === operation);
  return first?.verb === verb ? operation : `${operation}By${verb[0]}${verb.slice(1).toLowerCase()}`;
}
