import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
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
const NO_HOST: Refusal = [
  400,
  'INVALID_ARGUMENT',
  'The request does not say whom it is for. Send the header Host.',
];
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
  // Node takes these as options of the constructor, which is the framework's, and reads them for each connection.
  Object.assign(server, { maxHeaderSize: maxHeaderBytes, requireHostHeader: false });
  requireHost(server);
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = Math.ceil(requestTimeoutMs / 4);
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
    answering.set(socket, response),
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    refuse(response, EXPECTATION);
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

/**
 * Answers a request without Host (RFC 9112, section 3.2), of which those who handle requests then hear nothing. Node
 * would do so itself, with nothing in the answer.
 */
function requireHost(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (lacksHost(request)) {
      refuse(response, NO_HOST);
    } else {
      handlers.forEach((handle) => handle.call(server, request, response));
    }
  });
  // Node asks for the body before anybody hears of the request, unless somebody listens here.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!lacksHost(request)) {
      response.writeContinue();
    }
    server.emit('request', request, response);
  });
}

function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Answers, and closes the connection: what still comes on it is not to be trusted. */
function refuse(response: ServerResponse, refusal: Refusal): void {
  const body = bodyOf(refusal);
  response.shouldKeepAlive = false;
  response
    .writeHead(refusal[0], { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(body) })
    .end(body);
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
