// The calling side of the JSON-RPC binding: one result, or a stream of them.
import { Agent, request } from 'node:http';
import { readEvents } from './event-stream.mjs';

/** Newer versions of Node send what goes through their global agent to a proxy that the environment names. */
const direct = new Agent({ keepAlive: false });

/** An agent sends a heartbeat at least every 15 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;

/** The code of "this operation is not possible on this task", such as watching one that has ended. */
export const UNSUPPORTED_OPERATION = -32004;

/** The agent has answered with an error. */
export class AgentError extends Error {
  /** @param {string} method @param {{ code: number, message: string }} error */
  constructor(method, { code, message }) {
    super(`${method} was answered with error ${code}: ${message}`);
    this.code = code;
  }
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
export async function getJson(url, signal) {
  const response = await send(url, { headers: { accept: 'application/json' }, signal });
  const body = await textOf(response);
  if (response.statusCode !== 200)
    throw new Error(`${url} was answered with ${response.statusCode}: ${body}`);
  return JSON.parse(body);
}

/** Calls the methods of one JSON-RPC interface. */
export class JsonRpcClient {
  #url;
  #calls = 0;

  /** @param {string} url as the card names it */
  constructor(url) {
    this.#url = url;
  }

  /** @returns {Promise<any>} the result @throws AgentError */
  async call(method, params, signal) {
    const response = await this.#post(method, params, { signal });
    return resultOf(method, await textOf(response));
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {{ signal: AbortSignal, lastEventId?: string }} options lastEventId: the agent goes on after that event
   * @returns {AsyncGenerator<{ id?: string, retryMs?: number, result?: any }>}
   * @throws AgentError
   */
  async *stream(method, params, { signal, lastEventId }) {
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const response = await this.#post(method, params, { headers, signal });
    if (!response.headers['content-type']?.startsWith('text/event-stream')) {
      const result = resultOf(method, await textOf(response));
      throw new Error(`${method} was answered with one result, not a stream: ${JSON.stringify(result)}`);
    }
    for await (const { id, data, retryMs } of readEvents(response)) {
      yield { id, retryMs, ...(data === undefined ? {} : { result: resultOf(method, data) }) };
    }
  }

  #post(method, params, { headers, signal }) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#calls, method, params });
    return send(this.#url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        ...headers,
        'content-type': 'application/json',
        'a2a-version': '1.0',
      },
      body,
      signal,
    });
  }
}

/** @returns {Promise<import('node:http').IncomingMessage>} */
function send(url, { method = 'GET', headers, body, signal }) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: direct, signal }, (response) => {
      response.setTimeout(SILENCE_MS, () => response.destroy(new Error(`${url} has fallen silent`)));
      resolve(response);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function textOf(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function resultOf(method, text) {
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new Error(`${method} was not answered with JSON: ${text.slice(0, 500)}`);
  }
  if (answer.error) throw new AgentError(method, answer.error);
  return answer.result;
}
