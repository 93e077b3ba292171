import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorInfo } from '../protocol/error-info.js';

/** Bounds of what a server takes before anything of ours sees it. */
export interface ServerLimits {
  /** The largest head of a request, in bytes. */
  readonly maxHeaderBytes: number;
  /** How long a request may take to arrive whole, in milliseconds; its head has a quarter of it. */
  readonly requestTimeoutMs: number;
}

/** Why bytes are no request, and what to do: an HTTP status, the name of the error, and a text. */
type Refusal = readonly [status: number, name: string, message: string];

const NO_REQUEST: Refusal = [400, 'INVALID_ARGUMENT', 'This is no valid HTTP request.'];
const EXPECTATION: Refusal = [
  417,
  'INVALID_ARGUMENT',
  'The server meets no expectation but 100-continue. Leave the header Expect out.',
];

/** What the server says of a connection whose bytes are no request, by the code of the error. */
function refusals({ maxHeaderBytes, requestTimeoutMs }: ServerLimits): Readonly<Record<string, Refusal>> {
  return {
    HPE_HEADER_OVERFLOW: [
      431,
      'RESOURCE_EXHAUSTED',
      `The headers are larger than ${maxHeaderBytes} bytes. Send fewer, or shorter ones.`,
    ],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: [
      413,
      'RESOURCE_EXHAUSTED',
      'The extensions of the chunks are too large. Leave them out.',
    ],
    ERR_HTTP_REQUEST_TIMEOUT: [
      408,
      'DEADLINE_EXCEEDED',
      `The request took too long to arrive: it has ${requestTimeoutMs} ms, its head a quarter of them.`,
    ],
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Bounds the head and the duration of requests, and answers what is no request as everything else is answered: in
 * JSON. Call it before the server listens.
 */
export function limitServer(server: Server, limits: ServerLimits): void {
  const { maxHeaderBytes, requestTimeoutMs } = limits;
  const byCode = refusals(limits);
  // Node takes this as an option of the constructor, which is the framework's, and reads it for each connection.
  Object.assign(server, { maxHeaderSize: maxHeaderBytes });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = Math.ceil(requestTimeoutMs / 4);
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
    answering.set(socket, response),
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
    response.writeHead(417, { 'content-type': JSON_TYPE }).end(bodyOf(EXPECTATION));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = answering.get(socket);
    // In the middle of an answer there is nothing left to say.
    const isFree = !response || response.writableFinished || !response.headersSent;
    if (socket.writable && isFree && error.code !== 'ECONNRESET') {
      socket.end(answer(byCode[error.code ?? ''] ?? NO_REQUEST));
    } else {
      socket.destroy();
    }
  });
}

/** A whole answer: there is no response to write it with. */
function answer(refusal: Refusal): string {
  const [status] = refusal;
  const body = bodyOf(refusal);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function bodyOf([code, status, message]: Refusal): string {
  return JSON.stringify({ error: { code, status, message, details: [errorInfo(status)] } });
}
