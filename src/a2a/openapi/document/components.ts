import type { JsonSchema } from '../schemas/json-schema.js';
import { ERROR_EXAMPLES } from './examples.js';
import type { Body, Content, OpenApiResponse, Parameter } from './open-api.js';

/** The media types of the binding; its own is the one that is preferred (section 11.1). */
const MEDIA_TYPES = ['application/a2a+json', 'application/json'] as const;

const URIS = 'URIs, separated by commas.';

/** Headers of requests (section 3.2.6). */
export const HEADER_PARAMETERS = {
  A2AVersion: {
    name: 'A2A-Version',
    in: 'header',
    required: true,
    description:
      'The version of the protocol. May be sent as a query parameter of the same name instead; without it the ' +
      'request counts as one of version 0.3.',
    schema: { type: 'string', enum: ['1.0'] },
  },
  A2AExtensions: {
    name: 'A2A-Extensions',
    in: 'header',
    description: `The extensions of the protocol that the caller speaks. ${URIS}`,
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was read of an earlier stream; this one goes on after it.',
    schema: { type: 'string', pattern: String.raw`^\d{1,15}$` },
  },
} as const satisfies Record<string, Parameter>;

/** Answers that operations share. */
export const RESPONSES: Readonly<Record<string, OpenApiResponse>> = {
  Error: {
    description: 'What went wrong, and what to do about it: code is the HTTP status.',
    headers: {
      'Retry-After': {
        description: 'Seconds after which to try again, where that may help.',
        schema: { type: 'integer' },
      },
      'WWW-Authenticate': {
        description: 'With 401: what the caller has to prove (RFC 9110).',
        schema: { type: 'string' },
      },
    },
    content: jsonContent({ $ref: '#/components/schemas/ErrorResponse' }, { examples: ERROR_EXAMPLES }),
  },
};

/** What goes with an answer that is no error. */
export const ANSWER_HEADERS = {
  'A2A-Extensions': {
    description: `The extensions that were activated; absent when there are none. ${URIS}`,
    schema: { type: 'string' },
  },
} as const;

/** A body of the binding's media types. */
export function jsonContent(schema: JsonSchema, examples: Omit<Body, 'schema'> = {}): Content {
  return Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema, ...examples }]));
}

/** A stream of server-sent events, the data of each a JSON of this schema. */
export function eventContent(event: JsonSchema, example: unknown): Content {
  return {
    'text/event-stream': {
      schema: { type: 'string' },
      example: `id: 1\ndata: ${JSON.stringify(example)}\n\n`,
      'x-eventSchema': event,
    },
  };
}
