import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { AgentCard } from '../../src/a2a/index.js';
import type { Peer } from './peer.js';

/** A key as the agent publishes it. */
export type PublishedKey = JsonWebKey & { readonly kid: string; readonly alg: string };

/** A signature of a card. */
export type Signature = NonNullable<AgentCard['signatures']>[number];

/** The skill of the signed agent that is for callers who have proved who they are, in canonical form. */
export const MEMBERS =
  '{"description":"What the case members needs.","examples":["minutes"],"id":"members","inputModes":["*/*"],"name":"Case members","tags":["minutes"]}';

/**
 * The canonical form of the signed agent's cards (section 8.4.1), written by hand and not made by what is under test:
 * `streaming` was set to false, so it stays; `skills` is REQUIRED, so it stays when it is empty; the empty `list` of a
 * requirement and `required: false` of an extension say nothing, so they go. Names are in the order of their UTF-16
 * units: U+1F600 before U+FB33.
 *
 * @param issuer of the tokens, which the description of the scheme names
 * @param skills in canonical form
 */
export function canonicalCard(issuer: string, ...skills: readonly string[]): string {
  return (
    '{"capabilities":{"extendedAgentCard":true,"extensions":[{"params":{"B":"","a":null,' +
    '"list":["\\n\\u0007€\\"/",{},1.5],"\u{1f600}":1e-7,"\ufb33":1e+21},' +
    '"uri":"https://example.com/extensions/geo/v1"}],"streaming":false},' +
    '"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],' +
    '"description":"Zeigt jedem das Seine: 各人.","name":"cases",' +
    '"provider":{"organization":"Example","url":"https://example.com"},' +
    '"securityRequirements":[{"schemes":{"bearer":{}}}],' +
    '"securitySchemes":{"bearer":{"httpAuthSecurityScheme":{"bearerFormat":"JWT",' +
    `"description":"An access token of ${issuer} for the audience https://agent.example.","scheme":"Bearer"}}},` +
    `"skills":[${skills.join(',')}],` +
    '"supportedInterfaces":[' +
    '{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://agent.example/a2a/jsonrpc"},' +
    '{"protocolBinding":"HTTP+JSON","protocolVersion":"1.0","url":"https://agent.example/a2a/v1"}],' +
    '"version":"1.0.0"}'
  );
}

/** What the agent says its cards can be verified with. */
export async function publishedKeys({ agent }: Peer): Promise<readonly PublishedKey[]> {
  const answer = await fetch(`${agent.url}/.well-known/jwks.json`);
  return ((await answer.json()) as { keys: readonly PublishedKey[] }).keys;
}

/** The protected header of a signature. */
export function headerOf({ protected: header }: Signature): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** The ids of the keys that have signed this very text: their signature fits, by node's own cryptography. */
export function signersOf(
  text: string,
  signatures: readonly Signature[],
  keys: readonly PublishedKey[],
): readonly string[] {
  const fitting = signatures.filter((one) => {
    const key = keys.find(({ kid }) => kid === headerOf(one).kid);
    return key !== undefined && fits(one, text, key);
  });
  return fitting.map((one) => String(headerOf(one).kid));
}

/** RFC 7515, section 5.2, for ES256 and EdDSA. */
function fits({ protected: header, signature }: Signature, text: string, key: PublishedKey): boolean {
  const input = Buffer.from(`${header}.${Buffer.from(text).toString('base64url')}`, 'ascii');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const hash = key.alg === 'EdDSA' ? null : 'sha256';
  const bytes = Buffer.from(signature, 'base64url');
  return verify(hash, input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes);
}
