/** What a JWT says of its own signature, before that has been verified. */
export interface TokenHeader {
  readonly alg?: string;
  readonly kid?: string;
  /** Extensions that must be understood (RFC 7515, section 4.1.11); we understand none. */
  readonly crit?: unknown;
}

/** @returns undefined when the token is no JWT */
export function readTokenHeader(token: string): TokenHeader | undefined {
  try {
    const [encoded = ''] = token.split('.', 1);
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    if (typeof header !== 'object' || header === null) {
      return undefined;
    }
    const { alg, kid, crit } = header as Record<string, unknown>;
    return {
      alg: typeof alg === 'string' ? alg : undefined,
      kid: typeof kid === 'string' ? kid : undefined,
      crit,
    };
  } catch {
    return undefined;
  }
}
