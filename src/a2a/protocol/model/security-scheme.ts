import { z } from 'zod';
import { oneOf } from './json.js';

const description = z.string().optional();
const scopes = z.record(z.string(), z.string()).meta({ description: 'Scopes and what each is for.' });
const refreshUrl = z.string().optional();

const apiKeySecurityScheme = z.object({
  description,
  location: z.enum(['query', 'header', 'cookie']),
  name: z.string().meta({ description: 'The name of the parameter, header or cookie.' }),
});

const httpAuthSecurityScheme = z.object({
  description,
  scheme: z
    .string()
    .meta({ description: 'As registered for the Authorization header.', examples: ['Bearer'] }),
  bearerFormat: z
    .string()
    .optional()
    .meta({ examples: ['JWT'] }),
});

const authorizationCodeOAuthFlow = z.object({
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  refreshUrl,
  scopes,
  pkceRequired: z.boolean().optional(),
});

const clientCredentialsOAuthFlow = z.object({ tokenUrl: z.string(), refreshUrl, scopes });

const deviceCodeOAuthFlow = z.object({
  deviceAuthorizationUrl: z.string(),
  tokenUrl: z.string(),
  refreshUrl,
  scopes,
});

const implicitOAuthFlow = z
  .object({ authorizationUrl: z.string().optional(), refreshUrl, scopes: scopes.optional() })
  .meta({ deprecated: true });

const passwordOAuthFlow = z
  .object({ tokenUrl: z.string().optional(), refreshUrl, scopes: scopes.optional() })
  .meta({ deprecated: true });

const oAuthFlows = oneOf({
  authorizationCode: authorizationCodeOAuthFlow,
  clientCredentials: clientCredentialsOAuthFlow,
  implicit: implicitOAuthFlow,
  password: passwordOAuthFlow,
  deviceCode: deviceCodeOAuthFlow,
}).meta({ description: 'The one flow of an OAuth 2.0 scheme; several flows are several schemes.' });

const oauth2SecurityScheme = z.object({
  description,
  flows: oAuthFlows,
  oauth2MetadataUrl: z.string().optional(),
});

const openIdConnectSecurityScheme = z.object({ description, openIdConnectUrl: z.string() });

const mtlsSecurityScheme = z.object({ description });

const securityScheme = oneOf({
  apiKeySecurityScheme,
  httpAuthSecurityScheme,
  oauth2SecurityScheme,
  openIdConnectSecurityScheme,
  mtlsSecurityScheme,
}).meta({ description: "How a client may authenticate; the member's name tells the kind (section 4.5.1)." });

const stringList = z.object({ list: z.array(z.string()) });

const securityRequirement = z
  .object({ schemes: z.record(z.string(), stringList) })
  .meta({ description: 'Schemes that must all be met, with the scopes each needs (section 4.5).' });

/** How a client may authenticate; the member's name tells the kind (section 4.5.1). */
export type SecurityScheme = z.output<typeof securityScheme>;

/** Schemes that must all be met, with the scopes each needs (section 4.5). */
export interface SecurityRequirement extends z.output<typeof securityRequirement> {}

/** The messages about security by their names in the protocol's definition. */
export const SECURITY_MESSAGES = {
  SecurityScheme: securityScheme,
  APIKeySecurityScheme: apiKeySecurityScheme,
  HTTPAuthSecurityScheme: httpAuthSecurityScheme,
  OAuth2SecurityScheme: oauth2SecurityScheme,
  OpenIdConnectSecurityScheme: openIdConnectSecurityScheme,
  MutualTlsSecurityScheme: mtlsSecurityScheme,
  OAuthFlows: oAuthFlows,
  AuthorizationCodeOAuthFlow: authorizationCodeOAuthFlow,
  ClientCredentialsOAuthFlow: clientCredentialsOAuthFlow,
  ImplicitOAuthFlow: implicitOAuthFlow,
  PasswordOAuthFlow: passwordOAuthFlow,
  DeviceCodeOAuthFlow: deviceCodeOAuthFlow,
  SecurityRequirement: securityRequirement,
  StringList: stringList,
} as const;
