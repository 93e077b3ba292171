/** The algorithms that access tokens may be signed with: such as need a private key (RFC 8725, section 3.1). */
export const TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** An algorithm that access tokens may be signed with, by its JOSE name. */
export type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number];

/** Access tokens that are JWTs, verified with the keys of their issuer. */
export interface JwtTokens {
  /** Exactly what the tokens say (`iss`). */
  readonly issuer: string;
  /** What the tokens must be meant for (`aud`); one of several is enough. */
  readonly audience: string | readonly string[];
  /** Where the issuer's keys are; unless set, the issuer's own metadata say it (OpenID Connect Discovery, RFC 8414). */
  readonly jwksUri?: string;
  /** RS256, PS256, ES256, ES384 and EdDSA unless set. */
  readonly algorithms?: readonly TokenAlgorithm[];
  /**
   * `rfc9068`, unless set: the token says of itself that it is an access token (`typ: at+jwt`), and names its client
   * and itself (`client_id`, `jti`). `any`: for issuers that do not write RFC 9068; ID tokens are refused as far as
   * they can be told.
   */
  readonly profile?: 'rfc9068' | 'any';
  /** The claim that names the tenant that the token is for; then a token without it is refused. */
  readonly tenantClaim?: string;
}

/** Access tokens that say nothing themselves: their issuer is asked about each (RFC 7662). */
export interface IntrospectedTokens {
  /** Where the issuer is asked. */
  readonly endpoint: string;
  /** Who gives out the tokens; an answer that names another is not believed (`iss`). */
  readonly issuer: string;
  /** What the tokens must be meant for (`aud`); one of several is enough. */
  readonly audience: string | readonly string[];
  /** As whom the agent asks (`client_secret_basic`, RFC 6749, section 2.3.1). */
  readonly client: { readonly id: string; readonly secret: string };
  /** The member of the answer that names the tenant that the token is for; then a token without it is refused. */
  readonly tenantClaim?: string;
}

/** How access tokens are judged: by themselves, or by asking who gave them out. */
export type TokenOptions = { readonly jwt: JwtTokens } | { readonly introspection: IntrospectedTokens };

/** Who gives out tokens, as they are judged. */
export function issuerOf(tokens: TokenOptions): string {
  return 'jwt' in tokens ? tokens.jwt.issuer : tokens.introspection.issuer;
}
