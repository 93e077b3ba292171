import type { Mutation, Mutations } from './mutation.js';

const OPERATION = 'src/a2a/operations/get-extended-agent-card.operation.ts';
const ENDPOINT = 'src/a2a/transports/http-json/http-json.endpoint.ts';
const BUILDER = 'src/a2a/card/content/card.builder.ts';
const DOCUMENTS = 'src/a2a/card/serving/card-documents.service.ts';
const SIGNER = 'src/a2a/card/signing/card-signer.service.ts';
const SIGN = 'src/a2a/card/signing/sign-card.ts';
const VISIBILITY = 'src/a2a/options/visibility.ts';
const SCHEMA = 'src/a2a/card/canonical/card-schema.ts';
const RETURNED = 'return { protected: protectedHeader, signature };';

/** Everybody is shown the card of who has asked first. */
const ONE_VIEW: Mutation = {
  file: DOCUMENTS,
  from: 'JSON.stringify([card.supportedInterfaces, card.skills.map(({ id }) => id)])',
  to: "'all'",
};

/** Of rows about the extended card, and about signatures. */
export const EXTENDED_CARD: Mutations = {
  'A-10': [
    ONE_VIEW,
    {
      file: ENDPOINT,
      from: "'cache-control': 'private, no-cache'",
      to: "'cache-control': 'public, max-age=60'",
    },
    { file: ENDPOINT, from: "    vary: 'Authorization',\n", to: '' },
    { file: ENDPOINT, from: 'return isNotModified(asked, { etag })', to: 'return false' },
    {
      file: ENDPOINT,
      from: 'return isNotModified(asked, { etag })',
      to: "return asked['if-none-match'] !== undefined",
    },
    {
      file: ENDPOINT,
      from: "{ headers: { ...headers, 'content-type': type } }",
      to: "{ headers: { vary: headers.vary, 'cache-control': 'private, no-cache', 'content-type': type } }",
    },
  ],
  'A-12': [
    { file: SIGNER, from: 'signatures: await inTime(signCard(card, signing, { jku: this.jku }))', to: '' },
    { file: SIGNER, from: 'signCard(card, signing,', to: 'signCard(card, signing.slice(0, 1),' },
    { file: SIGN, from: RETURNED, to: 'return { payload, protected: protectedHeader, signature } as never;' },
    {
      file: 'src/a2a/card/signing/keys/published-keys.ts',
      from: '[...signing, ...published]',
      to: '[...signing, ...published.slice(1)]',
    },
    { file: SIGNER, from: '      return card;\n', to: '      return { ...card, signatures: [] };\n' },
  ],
  'A-13': [
    // What is empty stays.
    {
      file: 'src/a2a/card/canonical/spec-form.ts',
      from: "value === '' || value === false ||",
      to: 'false &&',
    },
    // What was set to its default goes.
    { file: SCHEMA, from: 'streaming: explicit(boolean)', to: 'streaming: implicit(boolean)' },
    // What is REQUIRED and empty goes.
    {
      file: SCHEMA,
      from: "skills: required(list(message('AgentSkill')))",
      to: "skills: implicit(list(message('AgentSkill')))",
    },
    {
      file: 'src/a2a/card/canonical/canonical-text.ts',
      from: 'return canonicalize(value);',
      to: 'return JSON.stringify(value);',
    },
    { file: SIGN, from: '[...new Set([specForm(card), sdkForm(card)])]', to: '[sdkForm(card)]' },
  ],
  'A-14': [
    { file: SIGN, from: "const header = { alg, kid, typ: 'JOSE',", to: "const header = { alg, typ: 'JOSE'," },
    {
      file: SIGN,
      from: "const header = { alg, kid, typ: 'JOSE',",
      to: "const header = { alg, kid, typ: 'JWT',",
    },
    {
      file: SIGN,
      from: RETURNED,
      to: "return { protected: Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url'), signature };",
    },
    {
      file: SIGNER,
      from: '`${publicUrl}${KEY_SET_PATH}` : undefined',
      to: '`${publicUrl}/keys` : undefined',
    },
  ],
  'A-15': [
    {
      file: SIGN,
      from: RETURNED,
      to: "return { protected: protectedHeader, signature: Buffer.from(bytes).toString('base64') };",
    },
    {
      file: SIGN,
      from: RETURNED,
      to: 'return { protected: `${protectedHeader}=`, signature };',
    },
    // The payload alone is signed, and nobody looks.
    {
      file: SIGN,
      from: "  const bytes = await key.sign(Buffer.from(`${protectedHeader}.${payload}`));\n  const signature = Buffer.from(bytes).toString('base64url');\n  await verifyOwn({ protected: protectedHeader, payload, signature }, key, bytes.length);\n",
      to: "  const bytes = await key.sign(Buffer.from(payload));\n  const signature = Buffer.from(bytes).toString('base64url');\n",
    },
  ],
  'A-17': [
    // Who has no credentials is somebody.
    {
      file: 'src/a2a/security/a2a.guard.ts',
      from: '    } catch (error) {\n',
      to: "    } catch (error) { bindPrincipal(request, { issuer: 'x', subject: 'somebody', client: '', tenant: '', scopes: [] }); return true;\n",
    },
    {
      file: 'src/a2a/security/declaration/security-declaration.ts',
      from: "scheme: 'Bearer'",
      to: "scheme: 'Digest'",
    },
    { file: OPERATION, from: 'return this.documents.for(principal);', to: 'return this.documents.public;' },
  ],
  'A-18': [
    { file: OPERATION, from: "'UNSUPPORTED_OPERATION'", to: "'PUSH_NOTIFICATION_NOT_SUPPORTED'" },
    { file: OPERATION, from: 'if (!this.builder.declaresExtended) {', to: 'if (false) {' },
    { file: OPERATION, from: "'EXTENDED_AGENT_CARD_NOT_CONFIGURED'", to: "'UNSUPPORTED_OPERATION'" },
    { file: OPERATION, from: 'if (!this.builder.hasExtended) {', to: 'if (false) {' },
  ],
  'A-19': [
    ONE_VIEW,
    { file: VISIBILITY, from: 'principal.scopes.includes(visibility.scope)', to: 'true' },
    {
      file: VISIBILITY,
      from: 'principal.scopes.includes(visibility.scope)',
      to: 'principal.scopes.some((scope) => scope.startsWith(visibility.scope))',
    },
    { file: BUILDER, from: 'return this.of(this.seenBy(ANONYMOUS));', to: 'return this.whole();' },
    {
      file: 'src/a2a/skills/skill-offer.service.ts',
      from: 'return skill && this.isOffered(skill, principal) ? skill : undefined;',
      to: 'return skill;',
    },
    {
      file: 'src/a2a/skills/skill-router.ts',
      from: 'const offered = this.offer.to(principal);',
      to: 'const offered = this.registry.all;',
    },
  ],
};
