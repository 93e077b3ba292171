import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bounds of what a server takes before anything of ours sees it. */
export interface ServerLimits {
  /** The largest head of a request, in bytes. */
  readonly maxHeaderBytes: number;
  /** How long a request may take to arrive whole, in milliseconds; its head has a quarter of it. */
  readonly requestTimeoutMs: number;
}

type Refusal = readonly [status: number, reason: string, name: string, why: string];

/** What the server says of a connection whose bytes are no request, by the error's code. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'RESOURCE_EXHAUSTED',
    'The headers are too large.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Payload Too Large',
    'RESOURCE_EXHAUSTED',
    'The chunk extensions are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'DEADLINE_EXCEEDED',
    'The request took too long to arrive.',
  ],
};
const NO_REQUEST = [400, 'Bad Request', 'INVALID_ARGUMENT', 'This is no valid HTTP request.'] as const;
const EXPECTATION = [
  417,
  'Expectation Failed',
  'INVALID_ARGUMENT',
  'The server meets no expectation but 100-continue.',
] as const;
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Bounds the head and the duration of requests, and answers what is no request as everything else is answered: in
 * JSON. Call it before the server listens.
 */
export function limitServer(server: Server, { maxHeaderBytes, requestTimeoutMs }: ServerLimits): void {
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
    response.writeHead(417, { 'content-type': JSON_TYPE }).end(refusalBody(EXPECTATION));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = answering.get(socket);
    // In the middle of an answer there is nothing left to say.
    const isFree = !response || response.writableFinished || !response.headersSent;
    if (socket.writable && isFree && error.code !== 'ECONNRESET') {
      socket.end(refusal(error.code ?? ''));
    } else {
      socket.destroy();
    }
  });
}

function refusal(code: string): string {
  const refused = REFUSALS[code] ?? NO_REQUEST;
  const [status, reason] = refused;
  const body = refusalBody(refused);
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function refusalBody([status, , name, message]: Refusal): string {
  return JSON.stringify({ error: { code: status, status: name, message, details: [] } });
}
