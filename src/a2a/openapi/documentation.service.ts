import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CardBuilder } from '../card/content/card.builder.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { openApiDocument } from './document/openapi-document.js';
import { referencePage } from './page/reference-page.js';
import { schemaDocument } from './schemas/schema-document.js';
import { type ServedDocument, servedDocument, servedJson } from './served-document.js';

/** The page for people. */
export const DOCS_PATH = '/docs';
/** The OpenAPI document of the HTTP+JSON binding. */
export const OPENAPI_PATH = '/docs/openapi.json';
/** The JSON Schemas of the protocol's messages. */
export const SCHEMAS_PATH = '/schemas/a2a-1.0.json';

/** The documents by their paths. */
type Documents = Readonly<
  Record<typeof DOCS_PATH | typeof OPENAPI_PATH | typeof SCHEMAS_PATH, ServedDocument>
>;

/** What this agent says of its interface, made once at boot. Needs no datastore. */
@Injectable()
export class Documentation implements OnApplicationBootstrap {
  private documents?: Documents;

  constructor(
    private readonly card: CardBuilder,
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
  ) {}

  onApplicationBootstrap(): void {
    const { docs = true, publicUrl, role } = this.options;
    if (docs === false || role === 'worker') {
      return;
    }
    const openApi = openApiDocument(this.card.public());
    const { html, headers } = referencePage(openApi, { openApi: OPENAPI_PATH, schemas: SCHEMAS_PATH });
    this.documents = {
      [DOCS_PATH]: servedDocument(html, headers),
      [OPENAPI_PATH]: servedJson(openApi),
      [SCHEMAS_PATH]: servedJson(schemaDocument(`${publicUrl}${SCHEMAS_PATH}`)),
    };
  }

  /** @returns undefined where nothing is served */
  at(path: keyof Documents): ServedDocument | undefined {
    return this.documents?.[path];
  }
}
