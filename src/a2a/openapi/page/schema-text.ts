import type { JsonSchema } from '../schemas/json-schema.js';
import { type Html, html, joined } from './html.js';

const BOUNDS = [
  'format',
  'contentEncoding',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

/** The link to a message that a schema refers to. */
export function messageLink(ref: string): Html {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return html`<a href="#${name}"><code>${name}</code></a>`;
}

/** What a value of this schema is, in a few words. */
export function typeText(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    return messageLink(schema.$ref);
  }
  if (schema.const !== undefined || schema.enum) {
    const values = schema.enum ?? [String(schema.const)];
    return joined(
      values.map((value) => html`<code>${value}</code>`),
      ' or ',
    );
  }
  if (schema.anyOf) {
    return joined(schema.anyOf.map(typeText), ' or ');
  }
  if (schema.items) {
    return html`list of ${typeText(schema.items)}${boundsText(schema)}`;
  }
  if (schema.additionalProperties) {
    return html`object of ${typeText(schema.additionalProperties)} by name`;
  }
  return html`${schema.type ?? 'any JSON value'}${boundsText(schema)}`;
}

/** What bounds there are, each with the keyword that sets it. */
function boundsText(schema: JsonSchema): Html[] {
  return BOUNDS.flatMap((keyword) => {
    const bound = schema[keyword];
    return typeof bound === 'string' || typeof bound === 'number' ? [html`, ${keyword} ${bound}`] : [];
  });
}

/** A table of an object's members. */
export function memberTable({ properties = {}, required = [] }: JsonSchema, caption: string): Html {
  const rows = Object.entries(properties).map(([name, member]) => ({
    name,
    schema: member,
    isRequired: required.includes(name),
  }));
  return table(caption, 'Member', rows);
}

/** What a table says of one thing that has a schema. */
export interface Row {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly description?: string;
}

/** A table with a line for each thing: its name, what it is, and what it is for. */
export function table(caption: string, heading: string, rows: readonly Row[]): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, schema, isRequired, description = schema.description }) =>
            html`<tr>
              <th scope="row"><code>${name}</code>${isRequired && ' (required)'}</th>
              <td>${typeText(schema)}</td>
              <td>${description}</td>
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
