import type { JsonSchema } from '../schemas/json-schema.js';

/** Documents of OpenAPI 3.1, as far as ours use them. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description: string;
    readonly contact?: { readonly name: string; readonly url: string };
  };
  readonly externalDocs?: { readonly url: string };
  readonly servers?: readonly { readonly url: string; readonly description: string }[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

/** What one path does, by its verbs in lower case. */
export type PathItem = Readonly<Record<string, OpenApiOperation>>;

/** What one verb of a path does. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse | Ref>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
}

/** What a body is. */
export interface Body {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  /** What the events of a stream are; OpenAPI 3.1 has no keyword for it. */
  readonly 'x-eventSchema'?: JsonSchema;
}

/** What a body may be, by media type. */
export type Content = Readonly<Record<string, Body>>;

/** Where something stands in the document. */
export type Ref = { readonly $ref: string };
