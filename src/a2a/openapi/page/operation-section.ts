import type { Content, OpenApiDocument, OpenApiOperation, Parameter, Ref } from '../document/open-api.js';
import { type Html, html, joined } from './html.js';
import { memberTable, messageLink, table } from './schema-text.js';

/** An operation with where it is. */
export interface PlacedOperation {
  readonly verb: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** Everything that a caller needs to know of one operation. */
export function operationSection(
  { verb, path, operation }: PlacedOperation,
  { parameters }: OpenApiDocument['components'],
): Html {
  const { operationId, summary, description, requestBody, responses } = operation;
  const known = operation.parameters.flatMap((given) => resolved(given, parameters) ?? []);
  const answer = responses['200'];
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}">
      <code><span class="verb">${verb}</span> ${path}</code>
    </h3>
    <p><strong>${operationId}</strong>: ${summary}</p>
    <p>${description}</p>
    ${known.length > 0 && table(`Parameters of ${operationId}`, 'Parameter', known.map(parameterRow))}
    ${requestBody &&
    bodyText(`Body${requestBody.required ? '' : ' (may be left out)'}`, requestBody.content, operationId)}
    ${answer && 'content' in answer && answer.content && bodyText('Answer', answer.content, operationId)}
  </section>`;
}

function parameterRow({ name, in: place, schema, required = false, description }: Parameter) {
  const meaning = [`In the ${place}.`, description].filter((text) => text !== undefined).join(' ');
  return { name, schema, isRequired: required, description: meaning };
}

/** What a body is, and in which media types. */
function bodyText(what: string, content: Content, operationId: string): Html {
  const types = joined(
    Object.keys(content).map((type) => html`<code>${type}</code>`),
    ' or ',
  );
  const { schema, 'x-eventSchema': event } = Object.values(content)[0] ?? { schema: {} };
  if (event?.$ref !== undefined) {
    return html`<p>${what}: events, each a ${messageLink(event.$ref)}, as ${types}</p>`;
  }
  if (schema.$ref !== undefined) {
    return html`<p>${what}: ${messageLink(schema.$ref)} as ${types}</p>`;
  }
  const members = schema.properties && memberTable(schema, `Members of the body of ${operationId}`);
  return html`<p>${what}: an object as ${types}</p>
    ${members}`;
}

function resolved(
  given: Parameter | Ref,
  parameters: Readonly<Record<string, Parameter>>,
): Parameter | undefined {
  return '$ref' in given ? parameters[given.$ref.slice(given.$ref.lastIndexOf('/') + 1)] : given;
}
