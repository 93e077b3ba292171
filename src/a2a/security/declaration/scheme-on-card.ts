import { isSignatureScheme, type SchemeOptions } from '../../options/security/scheme-options.js';
import type { SecurityScheme } from '../../protocol/index.js';
import { SIGNATURE_INSTRUCTIONS } from '../signatures/signature-instructions.js';

/** A scheme as the card shows it (section 4.5): how to authenticate, and nothing of how that is checked. */
export function schemeOnCard(scheme: SchemeOptions): SecurityScheme {
  const described = scheme.description === undefined ? {} : { description: scheme.description };
  if (scheme.type === 'oauth2') {
    const { flow, metadataUrl } = scheme;
    return {
      oauth2SecurityScheme: {
        ...described,
        flows: flow,
        ...(metadataUrl && { oauth2MetadataUrl: metadataUrl }),
      },
    };
  }
  if (scheme.type === 'openIdConnect') {
    return { openIdConnectSecurityScheme: { ...described, openIdConnectUrl: scheme.url } };
  }
  if (isSignatureScheme(scheme)) {
    const words = [scheme.description, SIGNATURE_INSTRUCTIONS].filter((text) => text !== undefined);
    return { httpAuthSecurityScheme: { description: words.join(' '), scheme: scheme.scheme } };
  }
  if (scheme.type === 'http') {
    return {
      httpAuthSecurityScheme: {
        ...described,
        scheme: scheme.scheme,
        ...('jwt' in scheme.tokens && { bearerFormat: 'JWT' }),
      },
    };
  }
  return { apiKeySecurityScheme: { ...described, location: scheme.location, name: scheme.name } };
}
