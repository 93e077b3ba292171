/** How long a document of another server may take, and how large it may be. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1024 * 1024;

/**
 * Fetches a small JSON document. Redirects are refused: the address that was configured is the one trusted.
 *
 * @throws Error when it does not come in time, is no JSON, too large, or not answered with 200
 */
export async function fetchJson(url: string): Promise<unknown> {
  return requestJson(url, {});
}

/** What is sent along with a form. */
export interface Form {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/**
 * Sends a form and reads the small JSON document that answers it, with the rules of {@link fetchJson}.
 *
 * @throws Error as `fetchJson`; its message has nothing of what was sent
 */
export async function postForm(url: string, { headers, body }: Form): Promise<unknown> {
  return requestJson(url, { method: 'POST', headers, body });
}

async function requestJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered with status ${response.status}; it must answer 200 with JSON.`);
  }
  return JSON.parse(await readLimited(response, url)) as unknown;
}

async function readLimited(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new Error(`${url} answered with more than ${MAX_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
