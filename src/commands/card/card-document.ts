import { createReadStream } from 'node:fs';

/** Cards are a few kilobytes; what is larger is another file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Names, and what opens and closes objects and lists, in a text that is valid JSON. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:)?|[{}[\]]/g;

/** A card can not be read: its message says why and what to do. */
export class CardDocumentError extends Error {
  override readonly name = 'CardDocumentError';
}

/**
 * Reads a JSON document.
 *
 * @param source the path of a file, or `-` for the standard input
 * @throws CardDocumentError when it can not be read, is no JSON, is larger than 4 MiB, or names a member twice
 */
export async function readCardDocument(
  source: string,
  input: AsyncIterable<Uint8Array> = source === '-' ? process.stdin : createReadStream(source),
): Promise<unknown> {
  const name = source === '-' ? 'The standard input' : `"${source}"`;
  const text = decoded(await bytesOf(input, name), name);
  const document = parsed(text, name);
  const twice = memberNamedTwice(text);
  if (twice !== undefined) {
    throw new CardDocumentError(
      `${name} names the member ${JSON.stringify(twice)} twice in one object, and readers differ in which they take. ` +
        'Remove one of them.',
    );
  }
  return document;
}

async function bytesOf(input: AsyncIterable<Uint8Array>, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of input) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > MAX_BYTES) break;
    }
  } catch (error) {
    throw new CardDocumentError(
      `${name} can not be read (${reasonOf(error)}). Give the path of a JSON file, or - for the standard input.`,
    );
  }
  if (length > MAX_BYTES) {
    throw new CardDocumentError(`${name} is larger than ${MAX_BYTES} bytes. Give the file of a card.`);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CardDocumentError(`${name} is not in UTF-8. Save it as UTF-8: JSON has no other encoding.`);
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CardDocumentError(`${name} is no JSON (${reasonOf(error)}). Give the file of a card.`);
  }
}

/** @returns the name; undefined when every object names each of its members once */
function memberNamedTwice(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (text !== undefined && colon !== undefined) {
      const name = JSON.parse(text) as string;
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

/** What the parser quotes of a document may be a secret, and may be long. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) {
    return /at position \d+/.exec(error.message)?.[0] ?? 'it ends too early';
  }
  return error instanceof Error && 'code' in error ? String(error.code) : 'it is no file';
}
