import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as a controller gets it: Express hands out node's own, Fastify one that wraps it. */
export type HttpRequest = (IncomingMessage | { readonly raw: IncomingMessage }) & {
  readonly rawBody?: Buffer;
};

/** A response as a controller gets it. */
export type HttpResponse = ServerResponse | { readonly raw: ServerResponse };

/** Node's request behind the framework's. */
export function nodeRequest(request: HttpRequest): IncomingMessage {
  return 'raw' in request ? request.raw : request;
}

/** Node's response behind the framework's. */
export function nodeResponse(response: HttpResponse): ServerResponse {
  return 'raw' in response ? response.raw : response;
}
