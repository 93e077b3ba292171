import type { AgentCard, SecurityScheme } from '../../protocol/index.js';

type OpenApiObject = Readonly<Record<string, unknown>>;

/** The security of the card in the words of OpenAPI; what the card does not declare is left out. */
export function securityOf({
  securitySchemes,
  securityRequirements,
}: Pick<AgentCard, 'securitySchemes' | 'securityRequirements'>): {
  readonly securitySchemes?: Readonly<Record<string, OpenApiObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
} {
  return {
    ...(securitySchemes && {
      securitySchemes: mapValues(securitySchemes, (scheme) => toOpenApi(scheme)),
    }),
    ...(securityRequirements && {
      security: securityRequirements.map(({ schemes }) => mapValues(schemes, ({ list }) => list)),
    }),
  };
}

function toOpenApi(scheme: SecurityScheme): OpenApiObject {
  if ('httpAuthSecurityScheme' in scheme) {
    const { scheme: name, ...rest } = scheme.httpAuthSecurityScheme;
    // Registered names are case-insensitive, and readers of OpenAPI compare them as the registry spells them.
    return { type: 'http', scheme: name.toLowerCase(), ...rest };
  }
  if ('apiKeySecurityScheme' in scheme) {
    const { location, ...rest } = scheme.apiKeySecurityScheme;
    return { type: 'apiKey', in: location, ...rest };
  }
  if ('oauth2SecurityScheme' in scheme) {
    return oauth2(scheme.oauth2SecurityScheme);
  }
  if ('openIdConnectSecurityScheme' in scheme) {
    return { type: 'openIdConnect', ...scheme.openIdConnectSecurityScheme };
  }
  return { type: 'mutualTLS', ...scheme.mtlsSecurityScheme };
}

/** OpenAPI 3.1 has no word for the device code flow and for what is known of a flow beside its addresses. */
function oauth2({
  flows,
  oauth2MetadataUrl,
  ...rest
}: Extract<SecurityScheme, { oauth2SecurityScheme: unknown }>['oauth2SecurityScheme']): OpenApiObject {
  const metadata = oauth2MetadataUrl && { 'x-oauth2MetadataUrl': oauth2MetadataUrl };
  if ('deviceCode' in flows) {
    return { type: 'oauth2', ...rest, flows: { 'x-deviceCode': flows.deviceCode }, ...metadata };
  }
  if ('authorizationCode' in flows) {
    const { pkceRequired, ...flow } = flows.authorizationCode;
    const pkce = pkceRequired !== undefined && { 'x-pkceRequired': pkceRequired };
    return { type: 'oauth2', ...rest, flows: { authorizationCode: { ...flow, ...pkce } }, ...metadata };
  }
  return { type: 'oauth2', ...rest, flows: { ...flows }, ...metadata };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
