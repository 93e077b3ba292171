import type { AgentCard } from '../../src/a2a/index.js';
import { HttpJsonClient } from '../support/http-json-client.js';
import { callOf, type HttpAnswer, type JsonRpcClient } from '../support/json-rpc-client.js';
import type { Peer } from './peer.js';

type Headers = Readonly<Record<string, string | undefined>>;

/** A request as each binding writes it. */
export interface Request {
  readonly method: string;
  readonly params?: unknown;
  /** Verb, path below the interface, and body. */
  readonly http: readonly [verb: string, path: string, body?: object];
}

/** An error as it stands in the body of an answer. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  /** Of HTTP+JSON alone. */
  readonly status?: string;
  /** `details` of HTTP+JSON, `data` of JSON-RPC. */
  readonly details: readonly Readonly<Record<string, unknown>>[];
}

/** The client of JSON-RPC of whoever is not known. */
export function rpcOf({ agent }: Peer): JsonRpcClient {
  return agent.client();
}

/** The client of HTTP+JSON of whoever is not known. */
export function httpOf({ agent }: Peer): HttpJsonClient {
  return HttpJsonClient.of(agent);
}

/** Sends a request over the peer's binding. @returns the answer as it came */
export function ask(peer: Peer, request: Request, headers: Headers = {}): Promise<HttpAnswer> {
  const { method, params, http } = request;
  return peer.isJsonRpc ? rpcOf(peer).post(callOf(method, params), headers) : overHttp(peer, http, headers);
}

/** Sends a request over HTTP+JSON, whatever the peer's binding. */
export function overHttp(
  peer: Peer,
  [verb, path, body]: Request['http'],
  headers: Headers = {},
): Promise<HttpAnswer> {
  return httpOf(peer).request(verb, path, body, headers);
}

/** The error in an answer of either binding. @throws Error when there is none */
export function errorOf({ text }: HttpAnswer): WireError {
  const { error } = JSON.parse(text) as {
    error?: WireError & { data?: WireError['details'] };
  };
  if (!error) throw new Error(`This is no error: ${text}`);
  const { data, ...rest } = error;
  return data === undefined ? { ...rest, details: rest.details ?? [] } : { ...rest, details: data };
}

/** The card, to whoever asks. */
export async function cardOf({ agent }: Peer): Promise<AgentCard> {
  return (await (await fetch(agent.cardUrl)).json()) as AgentCard;
}

/** An extension that the agent speaks and nobody must name. @throws Error when it speaks none */
export async function extensionOf(peer: Peer): Promise<string> {
  const { capabilities } = await cardOf(peer);
  const found = capabilities.extensions?.find(({ required }) => required !== true);
  if (!found) throw new Error('The agent speaks no extension.');
  return found.uri;
}

/** SendMessage as each binding writes it. */
export function sending(params: object): Request {
  return { method: 'SendMessage', params, http: ['POST', '/message:send', params] };
}

/** GetTask as each binding writes it. */
export function getting(id: string): Request {
  return { method: 'GetTask', params: { id }, http: ['GET', `/tasks/${encodeURIComponent(id)}`] };
}

/** GetExtendedAgentCard as each binding writes it. */
export const EXTENDED_CARD: Request = { method: 'GetExtendedAgentCard', http: ['GET', '/extendedAgentCard'] };
