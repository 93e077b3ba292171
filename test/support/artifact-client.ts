import { createHash } from 'node:crypto';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Task, UrlPart } from '../../src/a2a/index.js';
import type { HttpAnswer } from './json-rpc-client.js';

type Headers = Readonly<Record<string, string>>;

/** An answer whose body are bytes. */
export type ContentAnswer = Omit<HttpAnswer, 'text'> & { readonly body: Buffer };

/** Sends a request and leaves its answer unread; every one has its own connection. */
export function openContent(url: string, headers: Headers = {}, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false });
    request.once('response', resolve).once('error', reject);
    request.end();
  });
}

/** Asks for a content, as a client that knows nothing but its URL. */
export async function content(url: string, headers: Headers = {}, method = 'GET'): Promise<ContentAnswer> {
  const response = await openContent(url, headers, method);
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Reads a content at no more than this rate. @returns the hash of what came, in hexadecimal */
export async function slowHash(url: string, bytesPerSecond: number): Promise<string> {
  const response = await openContent(url);
  const hash = createHash('sha256');
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await delay((1_000 * chunk.byteLength) / bytesPerSecond);
  }
  return hash.digest('hex');
}

/** The part of an artifact that names a content. */
export function urlPart(task: Task, artifactId = 'file'): UrlPart {
  const parts = task.artifacts?.find((artifact) => artifact.artifactId === artifactId)?.parts ?? [];
  const found = parts.find((part): part is UrlPart => 'url' in part);
  if (!found) throw new Error(`The artifact names no content: ${JSON.stringify(parts).slice(0, 500)}`);
  return found;
}
