import type { ApiKeyList, ApiKeyProvider } from './api-key-options.js';
import type { SignatureKeyList, SignatureKeyProvider } from './signature-options.js';
import type { TokenOptions } from './token-options.js';

/** Scopes, and what each is for. */
type Scopes = Readonly<Record<string, string>>;

/** How a client gets its tokens: one flow for each scheme (section 4.5.7). */
export type OAuthFlowOptions =
  | {
      readonly clientCredentials: {
        readonly tokenUrl: string;
        readonly refreshUrl?: string;
        readonly scopes: Scopes;
      };
    }
  | {
      readonly authorizationCode: {
        readonly authorizationUrl: string;
        readonly tokenUrl: string;
        readonly refreshUrl?: string;
        readonly scopes: Scopes;
        readonly pkceRequired?: boolean;
      };
    }
  | {
      readonly deviceCode: {
        readonly deviceAuthorizationUrl: string;
        readonly tokenUrl: string;
        readonly refreshUrl?: string;
        readonly scopes: Scopes;
      };
    };

interface Described {
  /** What a client has to know beside what the card says of every scheme. */
  readonly description?: string;
}

interface TokenScheme extends Described {
  readonly tokens: TokenOptions;
}

/** OAuth 2.0 (section 4.5.4). */
export interface OAuth2SchemeOptions extends TokenScheme {
  readonly type: 'oauth2';
  readonly flow: OAuthFlowOptions;
  /** The metadata of the authorization server (RFC 8414). */
  readonly metadataUrl?: string;
}

/** OpenID Connect (section 4.5.5). */
export interface OpenIdConnectSchemeOptions extends TokenScheme {
  readonly type: 'openIdConnect';
  /** The provider's configuration (OpenID Connect Discovery). */
  readonly url: string;
}

/** An access token in the header Authorization, as RFC 6750 has it (section 4.5.3). */
export interface BearerSchemeOptions extends TokenScheme {
  readonly type: 'http';
  readonly scheme: 'Bearer';
}

/** Requests that are signed as RFC 9421 has it, and their bodies with them (section 4.5.3). */
export interface SignatureSchemeOptions extends Described {
  readonly type: 'http';
  readonly scheme: 'Signature';
  readonly keys: SignatureKeyList | SignatureKeyProvider;
}

/** A key that the agent gives out itself (section 4.5.2). */
export interface ApiKeySchemeOptions extends Described {
  readonly type: 'apiKey';
  readonly location: 'header' | 'query' | 'cookie';
  /** The name of the header, parameter or cookie. */
  readonly name: string;
  readonly keys: ApiKeyList | ApiKeyProvider;
}

/** A scheme whose credential is an access token. */
export type TokenSchemeOptions = OAuth2SchemeOptions | OpenIdConnectSchemeOptions | BearerSchemeOptions;

/** One way for a caller to prove who it is. */
export type SchemeOptions = TokenSchemeOptions | SignatureSchemeOptions | ApiKeySchemeOptions;

/** Whether the credential of a scheme is an access token. */
export function isTokenScheme(scheme: SchemeOptions): scheme is TokenSchemeOptions {
  return 'tokens' in scheme;
}

/** Whether the credential of a scheme is the signature of the request. */
export function isSignatureScheme(scheme: SchemeOptions): scheme is SignatureSchemeOptions {
  return scheme.type === 'http' && scheme.scheme === 'Signature';
}
