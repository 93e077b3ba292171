import { type JsonSchema, jsonSchemasOf } from './json-schema.js';
import { PROTOCOL_MESSAGES } from './messages.js';

/** The JSON Schemas of the protocol's messages in one document. */
export interface SchemaDocument {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * @param id the address that the document is served at
 * @returns a document whose `$defs` hold every message under its name in the protocol's definition
 */
export function schemaDocument(id: string): SchemaDocument {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title: 'Messages of the A2A protocol 1.0',
    description:
      'The messages in the form that this agent sends and is best sent: for a task validate against ' +
      '#/$defs/Task. Members that are not named are ignored. It also reads null as unset, names in ' +
      'snake_case and the numbers of enums, as every reader of ProtoJSON does.',
    $defs: jsonSchemasOf(PROTOCOL_MESSAGES, (name) => `#/$defs/${name}`),
  };
}
