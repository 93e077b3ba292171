import { pointerTo } from './json-pointer.js';

/** A value of a document, at any depth. */
export interface DocumentValue {
  readonly pointer: string;
  /** The name of the member that it is; undefined for elements and for the document itself. */
  readonly name?: string;
  readonly value: unknown;
}

/** Every value of a document, the document first, then what it holds. To be used on documents of bounded size. */
export function* everyValue(document: unknown): Generator<DocumentValue, void, undefined> {
  const waiting: DocumentValue[] = [{ pointer: '', value: document }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { pointer, value } = next;
    if (Array.isArray(value)) {
      value.forEach((element: unknown, index) =>
        waiting.push({ pointer: pointerTo(pointer, index), value: element }),
      );
    } else if (typeof value === 'object' && value !== null) {
      Object.entries(value).forEach(([name, member]: [string, unknown]) =>
        waiting.push({ pointer: pointerTo(pointer, name), name, value: member }),
      );
    }
  }
}
