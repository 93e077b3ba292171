import type { RequestFacts } from '../authentication/request-facts.js';

/** A request as a test writes it: a header with several lines is a list. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** What a verifier sees of it. */
export function factsOf({ method, url, headers = {}, body = '' }: WrittenRequest): RequestFacts {
  return {
    method,
    target: url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    lines: (name) => [headers[name] ?? []].flat(),
    content: () => Promise.resolve(Buffer.from(body)),
  };
}
