import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Validates values against the definitions of a document as a client would: with ajv, by draft 2020-12. */
export class SchemaValidator {
  // A oneof is said by members that are required of an object which names them elsewhere.
  private readonly ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });

  /**
   * @param document with an `$id`
   * @param pointer where its definitions stand
   * @throws Error for a document that is no valid JSON Schema
   */
  constructor(
    private readonly document: { readonly $id: string },
    private readonly pointer = '#/$defs/',
  ) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document);
  }

  accepts(name: string, value: unknown): boolean {
    return this.faults(name, value).length === 0;
  }

  /** What is wrong with a value, a line each. @throws Error when there is no definition of this name */
  faults(name: string, value: unknown): string[] {
    const validate = this.ajv.getSchema(`${this.document.$id}${this.pointer}${name}`);
    if (!validate) {
      throw new Error(`There is no schema ${name} in ${this.document.$id}.`);
    }
    void validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}
