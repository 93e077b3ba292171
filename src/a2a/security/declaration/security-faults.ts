import { isKeyList } from '../../options/security/api-key-options.js';
import { isTokenScheme, type SchemeOptions } from '../../options/security/scheme-options.js';
import type { RequirementOptions, SecurityOptions } from '../../options/security/security-options.js';
import { isSignatureKeyList } from '../../options/security/signature-options.js';
import { isScope } from '../../options/visibility.js';
import { signatureKeyFaults } from '../signatures/keys/signature-key-faults.js';
import { tokenFaults } from './token-faults.js';
import { urlFaults } from './url-faults.js';

/** What keeps the security from being enforced as it is declared; each line names its place and says what to do. */
export function securityFaults({ schemes, requirements }: SecurityOptions): string[] {
  const faults = Object.entries(schemes).flatMap(([name, scheme]) =>
    schemeFaults(scheme).map((fault) => `schemes.${name}: ${fault}`),
  );
  if (requirements.length === 0) {
    faults.push('requirements: there are none. Name a scheme in one, or write {} if everybody may call.');
  }
  return [...faults, ...requirementFaults(requirements, schemes, 'requirements')];
}

/**
 * What keeps requirements from being met or enforced.
 *
 * @param place what the lines call the requirements
 */
export function requirementFaults(
  requirements: readonly RequirementOptions[],
  schemes: SecurityOptions['schemes'],
  place: string,
): string[] {
  return requirements.flatMap((requirement, index) =>
    Object.entries(requirement).flatMap(([name, scopes]) => {
      const scheme = schemes[name];
      const faults =
        scheme === undefined
          ? [`there is no scheme ${name}. Declare it, or correct the name.`]
          : scopeFaults(scheme, scopes);
      return faults.map((fault) => `${place}[${index}].${name}: ${fault}`);
    }),
  );
}

/** Only tokens that are got with scopes can be asked for them (section 4.5). */
function grantsScopes(scheme: SchemeOptions): boolean {
  return scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
}

/** The names of the schemes that scopes can be asked of. */
export function scopeSchemes(schemes: SecurityOptions['schemes']): string[] {
  return Object.entries(schemes).flatMap(([name, scheme]) => (grantsScopes(scheme) ? [name] : []));
}

/** The scopes that a scheme lists; undefined where its server has the list. */
function listedScopes(scheme: SchemeOptions): readonly string[] | undefined {
  if (scheme.type !== 'oauth2') {
    return undefined;
  }
  const [flow] = Object.values(scheme.flow) as { scopes: Readonly<Record<string, string>> }[];
  const scopes = Object.keys(flow?.scopes ?? {});
  return scopes.length === 0 ? undefined : scopes;
}

function scopeFaults(scheme: SchemeOptions, scopes: readonly string[]): string[] {
  if (scopes.length > 0 && !grantsScopes(scheme)) {
    return ['only schemes of the types oauth2 and openIdConnect grant scopes. Leave the list empty.'];
  }
  const listed = listedScopes(scheme);
  return scopes.flatMap((scope) => {
    if (!isScope(scope)) {
      return [`${JSON.stringify(scope)} is no scope: it must be printable ASCII without spaces and quotes.`];
    }
    return listed === undefined || listed.includes(scope)
      ? []
      : [`its flow lists no scope ${scope}. List it.`];
  });
}

function schemeFaults(scheme: SchemeOptions): string[] {
  if (scheme.type === 'oauth2') {
    return [...flowFaults(scheme.flow), ...tokenFaults(scheme.tokens)];
  }
  if (scheme.type === 'openIdConnect') {
    return [...urlFaults('url', scheme.url), ...tokenFaults(scheme.tokens)];
  }
  if (isTokenScheme(scheme)) {
    return tokenFaults(scheme.tokens);
  }
  if (scheme.type === 'http') {
    return isSignatureKeyList(scheme.keys) ? signatureKeyFaults(scheme.keys) : [];
  }
  return [
    ...(/^[!#$%&'*+.^_`|~\w-]+$/.test(scheme.name)
      ? []
      : ['name must be a word that headers and cookies can have.']),
    ...(['authorization', 'cookie', 'access_token'].includes(scheme.name.toLowerCase())
      ? [`${scheme.name} is the place of other credentials. Choose another name.`]
      : []),
    ...(isKeyList(scheme.keys) ? apiKeyFaults(scheme.keys.map(({ sha256 }) => sha256)) : []),
  ];
}

function flowFaults(flow: object): string[] {
  const [[kind, parts] = ['', {}], ...others] = Object.entries(flow) as [string, Record<string, unknown>][];
  if (others.length > 0 || kind === '') {
    return ['flow must be exactly one. Make a scheme of each (section 4.5.7).'];
  }
  return Object.entries(parts)
    .filter(([name]) => name.endsWith('Url'))
    .flatMap(([name, url]) => urlFaults(`flow.${kind}.${name}`, url as string));
}

function apiKeyFaults(hashes: readonly string[]): string[] {
  const malformed = hashes.some((hash) => !/^[\da-f]{64}$/i.test(hash));
  return [
    ...(hashes.length === 0 ? ['keys: there are none, so nobody could call. Add one.'] : []),
    ...(malformed
      ? ['keys: sha256 must be the SHA-256 of the key in hex, 64 digits; never the key itself.']
      : []),
    ...(new Set(hashes).size < hashes.length
      ? ['keys: a hash is there twice. Give each holder a key of its own.']
      : []),
  ];
}
