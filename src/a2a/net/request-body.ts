import type { IncomingMessage } from 'node:http';
import { type HttpRequest, nodeRequest } from './http-message.js';

/** Why a body could not be read. */
export type RequestBodyFault = 'too-large' | 'aborted' | 'not-utf-8';

/** A body that can not be taken; what to answer depends on the binding. */
export class RequestBodyError extends Error {
  override readonly name = 'RequestBodyError';

  constructor(
    readonly fault: RequestBodyFault,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads the body of a request as text. A body over the limit is refused before any of it is kept: by its
 * declared length, or as soon as more has come than is allowed.
 *
 * @param limitBytes the largest body that is taken, in bytes
 * @throws RequestBodyError when it is too large, not UTF-8, or the caller left before its end
 * @throws Error when a body parser has read the request already
 */
export async function readText(request: HttpRequest, limitBytes: number): Promise<string> {
  const bytes = await readBytes(request, limitBytes);
  // Nobody needs the bytes after the text, and the request may stay for hours, as long as its stream.
  readings.delete(nodeRequest(request));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new RequestBodyError('not-utf-8', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
}

/** Bodies that are being read, or have been: who asks second gets what the first has. */
const readings = new WeakMap<IncomingMessage, Promise<Buffer>>();

/**
 * Reads the body of a request once, however often it is asked for.
 *
 * @param limitBytes the largest body that is taken, in bytes; while it is being read, the first reader's counts too
 * @throws RequestBodyError when it is too large, or the caller left before its end
 * @throws Error when a body parser has read the request already
 */
export async function readBytes(request: HttpRequest, limitBytes: number): Promise<Buffer> {
  const node = nodeRequest(request);
  let reading = readings.get(node);
  if (!reading) {
    reading = request.rawBody ? Promise.resolve(request.rawBody) : readOnce(node, limitBytes);
    readings.set(node, reading);
  }
  const bytes = await reading;
  if (bytes.byteLength > limitBytes) {
    throw tooLarge(limitBytes);
  }
  return bytes;
}

async function readOnce(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (request.readableDidRead || request.readableEnded) {
    throw new Error(
      'The request body has been read by a body parser. Create the application with ' +
        '`NestFactory.create(AppModule, { bodyParser: false })`: the A2A transports read it themselves.',
    );
  }
  if (request.destroyed) {
    throw aborted();
  }
  if (Number(request.headers['content-length']) > limitBytes) {
    throw tooLarge(limitBytes);
  }
  return collect(request, limitBytes);
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void) => {
      request.off('data', take).off('end', finish).off('close', leave).off('error', leave);
      // An aborted request may still emit an error, which would end the process unheard.
      request.on('error', () => undefined);
      end();
    };
    const take = (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limitBytes) {
        // What still comes is thrown away, so that the caller can read the answer.
        request.resume();
        settle(() => reject(tooLarge(limitBytes)));
      } else {
        chunks.push(chunk);
      }
    };
    const finish = () => settle(() => resolve(Buffer.concat(chunks, size)));
    const leave = () => settle(() => reject(aborted()));
    request.on('data', take).once('end', finish).once('close', leave).once('error', leave);
  });
}

function tooLarge(limitBytes: number): RequestBodyError {
  return new RequestBodyError(
    'too-large',
    `The body is larger than ${limitBytes} bytes. Send less, or put large content behind a url part.`,
  );
}

function aborted(): RequestBodyError {
  return new RequestBodyError('aborted', 'The caller left before the body had come.');
}
