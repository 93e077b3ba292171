import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '../document/open-api.js';
import type { JsonSchema } from '../schemas/json-schema.js';
import { Html, html, joined } from './html.js';
import { operationSection, type PlacedOperation } from './operation-section.js';
import { memberTable, typeText } from './schema-text.js';
import { STYLE } from './style.js';

/** Where the documents are that the page is about. */
interface Documents {
  readonly openApi: string;
  readonly schemas: string;
}

/** Its text is exactly what the policy names by its hash. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is loaded and nothing runs: the page is all there is. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; ` +
    `frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
} as const;

/** A page for people that says what the document says, with the headers that it is to be served with. */
export function referencePage(
  document: OpenApiDocument,
  paths: Documents,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } {
  const { info, components } = document;
  const operations = operationsOf(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: A2A reference</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the reference</a>
        <header>
          <h1>${info.title}</h1>
          <p>${info.description}</p>
          <p>
            Version ${info.version}. ${info.summary}. For programs:
            <a href="${relative(paths.openApi)}">OpenAPI document</a>,
            <a href="${relative(paths.schemas)}">JSON Schemas</a>.
          </p>
          ${serversText(document)} ${securityText(document)}
        </header>
        ${navigation(operations, components.schemas)}
        <main id="main">
          ${document.tags.map(({ name, description }) =>
            tagSection(name, description, operations, components),
          )}
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <p>
              Every answer that is no success is of this kind:
              <a href="#ErrorResponse"><code>ErrorResponse</code></a>
            </p>
            ${errorExamples(document)}
          </section>
          <section aria-labelledby="messages">
            <h2 id="messages">Messages</h2>
            <p>Members that are not named here are ignored.</p>
            ${Object.entries(components.schemas).map(([name, schema]) => messageSection(name, schema))}
          </section>
        </main>
      </body>
    </html> `;
  return { html: page.text, headers: HEADERS };
}

/** Without those below a tenant, which are the same again. */
function operationsOf({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths)
    .filter(([path]) => !path.startsWith('/{tenant}/'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
    );
}

/** A link that works behind a proxy that puts the agent below another path. */
function relative(path: string): string {
  return path.slice(1);
}

function serversText({ servers = [] }: OpenApiDocument): Html {
  if (servers.length === 0) {
    return html`<p>The HTTP+JSON interface is not served, so there are no operations here.</p>`;
  }
  const urls = servers.map(({ url }) => html`<code>${url}</code>`);
  return html`<p>
    All paths are below ${joined(urls, ' and ')}, and also below a tenant: <code>/{tenant}/...</code>
  </p>`;
}

function securityText({ security, components }: OpenApiDocument): Html {
  if (!security) {
    return html`<p>Callers need not prove who they are.</p>`;
  }
  const ways = security.map((schemes) => Object.keys(schemes).join(' and ') || 'nothing').join(', or ');
  const schemes = Object.entries(components.securitySchemes ?? {}).map(
    ([name, scheme]) =>
      html`<h3>${name}</h3>
        <pre>${JSON.stringify(scheme, undefined, 2)}</pre>`,
  );
  return html`<section aria-labelledby="security">
    <h2 id="security">Security</h2>
    <p>Callers need: ${ways}.</p>
    ${schemes}
  </section>`;
}

function navigation(
  operations: readonly PlacedOperation[],
  schemas: Readonly<Record<string, JsonSchema>>,
): Html {
  const link = (id: string) => html`<li><a href="#${id}">${id}</a></li>`;
  return html`<nav aria-label="Contents">
    <h2>Operations</h2>
    <ul>
      ${operations.map(({ operation }) => link(operation.operationId))}
    </ul>
    <h2>Messages</h2>
    <ul>
      ${Object.keys(schemas).map(link)}
    </ul>
  </nav>`;
}

function tagSection(
  name: string,
  description: string,
  operations: readonly PlacedOperation[],
  components: OpenApiDocument['components'],
): Html {
  const ofTag = operations.filter(({ operation }) => operation.tags.includes(name));
  const id = `tag-${name.toLowerCase().replaceAll(' ', '-')}`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    <p>${description}</p>
    ${ofTag.map((operation) => operationSection(operation, components))}
  </section> `;
}

function errorExamples({ components }: OpenApiDocument): Html[] {
  const [body] = Object.values(components.responses.Error?.content ?? {});
  return Object.values(body?.examples ?? {}).map(
    ({ summary, value }) =>
      html`<details>
        <summary>${summary}</summary>
        <pre>${JSON.stringify(value, undefined, 2)}</pre>
      </details> `,
  );
}

function messageSection(name: string, schema: JsonSchema): Html {
  const kinds = schema.oneOf?.flatMap(({ required = [] }) =>
    required.map((kind) => html`<code>${kind}</code>`),
  );
  return html`<section aria-labelledby="${name}">
    <h3 id="${name}"><code>${name}</code></h3>
    <p>${schema.description}</p>
    ${kinds && html`<p>Exactly one of ${joined(kinds, ', ')} is there.</p>`}
    ${schema.properties ? memberTable(schema, `Members of ${name}`) : html`<p>${typeText(schema)}</p>`}
  </section> `;
}
