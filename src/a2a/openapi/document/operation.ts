import type { AgentCard } from '../../protocol/index.js';
import type { JsonSchema } from '../schemas/json-schema.js';
import type { MessageName } from '../schemas/messages.js';
import { ANSWER_HEADERS, eventContent, HEADER_PARAMETERS, jsonContent } from './components.js';
import { MESSAGE_EXAMPLES } from './examples.js';
import type { Route } from '../../transports/http-json/routing/route.js';
import type { OpenApiOperation, OpenApiResponse, Parameter, Ref } from './open-api.js';
import { OPERATIONS, type OperationText } from './operations.js';

/** What an operation is made from beside its route. */
export interface OperationContext {
  readonly schemas: Readonly<Record<MessageName, JsonSchema>>;
  readonly capabilities: AgentCard['capabilities'];
}

/** Where the schema of a message stands in the document. */
export const schemaRef = (name: string): Ref => ({ $ref: `#/components/schemas/${name}` });

/**
 * A route as OpenAPI says it.
 *
 * @param path with the tenant, if it has one
 * @param id unique in the document
 * @throws Error for a route whose operation nothing is said of
 */
export function operationOf(
  { input, operation }: Route,
  path: string,
  id: string,
  { schemas, capabilities }: OperationContext,
): OpenApiOperation {
  const text = OPERATIONS[operation];
  if (!text) {
    throw new Error(`Nothing is said of the operation ${operation}: add it to OPERATIONS.`);
  }
  const request = schemas[text.request];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inQuery = typeof input === 'object' ? [...Object.keys(input), 'tenant'] : [];
  return {
    operationId: id,
    tags: [text.tag],
    summary: text.summary,
    description: descriptionOf(text, capabilities),
    parameters: [
      ...inPath.map((name) => parameter(request, name, 'path')),
      ...inQuery.filter((name) => !inPath.includes(name)).map((name) => parameter(request, name, 'query')),
      ...headersOf(text),
    ],
    ...(typeof input === 'string' && {
      requestBody: { required: input === 'body', content: bodyContent(text.request, request, inPath) },
    }),
    responses: { '200': answerOf(text), default: { $ref: '#/components/responses/Error' } },
  };
}

function descriptionOf(
  { description, needs }: OperationText,
  capabilities: AgentCard['capabilities'],
): string {
  return needs === undefined || capabilities[needs.capability]
    ? description
    : `${description} This agent does not declare ${needs.capability}: it answers ${needs.reason}.`;
}

/** A parameter is described and bounded as the member of the request that it stands for. */
function parameter(request: JsonSchema, name: string, place: 'path' | 'query'): Parameter {
  const { description, ...schema } = request.properties?.[name] ?? { type: 'string' };
  return {
    name,
    in: place,
    required: place === 'path',
    ...(description !== undefined && { description }),
    schema: place === 'path' ? { minLength: 1, ...schema } : schema,
  };
}

function headersOf({ isStream }: OperationText): Ref[] {
  const { A2AVersion: _version, A2AExtensions: _extensions, ...others } = HEADER_PARAMETERS;
  const names = ['A2AVersion', 'A2AExtensions', ...(isStream ? Object.keys(others) : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** What the path says of a request, its body need not say. */
function bodyContent(name: MessageName, request: JsonSchema, inPath: readonly string[]) {
  const said = inPath.filter((member) => member !== 'tenant');
  if (said.length === 0) {
    const example = MESSAGE_EXAMPLES[name];
    return jsonContent(schemaRef(name), example && { example });
  }
  const { properties = {}, required = [], ...rest } = request;
  const unsaid = required.filter((member) => !said.includes(member));
  return jsonContent({
    ...rest,
    ...(unsaid.length > 0 && { required: unsaid }),
    properties: Object.fromEntries(Object.entries(properties).filter(([member]) => !said.includes(member))),
  });
}

function answerOf({ response, isStream }: OperationText): OpenApiResponse {
  if (response === undefined) {
    return {
      description: 'It is done.',
      headers: ANSWER_HEADERS,
      content: jsonContent({ type: 'object' }, { example: {} }),
    };
  }
  const example = MESSAGE_EXAMPLES[response];
  return isStream
    ? {
        description: `Server-sent events; the data of each is a ${response}.`,
        headers: ANSWER_HEADERS,
        content: eventContent(schemaRef(response), example),
      }
    : {
        description: `A ${response}.`,
        headers: ANSWER_HEADERS,
        content: jsonContent(schemaRef(response), example && { example }),
      };
}
