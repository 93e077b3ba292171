import { EXTENDED_CARD } from './a-extended.js';
import type { Mutations } from './mutation.js';

const BUILDER = 'src/a2a/card/content/card.builder.ts';
const INTERFACES = 'src/a2a/card/content/agent-interfaces.ts';
const DOCUMENTS = 'src/a2a/card/serving/card-documents.service.ts';
const SIGNED = 'this.signer.sign(card)';
const SERVED = 'src/a2a/card/serving/served-bytes.ts';

export const CARD: Mutations = {
  ...EXTENDED_CARD,
  'A-1': [{ file: 'src/a2a/card/serving/card.controller.ts', from: "'application/json", to: "'text/plain" }],
  'A-2': [
    {
      file: 'src/a2a/card/signing/keys/published-keys.ts',
      from: 'map(({ kid, alg, publicJwk }) => ({',
      to: 'map(({ kid, alg, publicJwk }) => ({ path: process.env.SIGNING_KEYS,',
    },
    { file: BUILDER, from: 'name: agent.name,', to: 'name: agent.name, comment: process.cwd(),' },
  ],
  // Where it is signed: what the builder leaves out keeps the agent from starting.
  'A-4': [
    { file: DOCUMENTS, from: SIGNED, to: 'this.signer.sign({ ...card, version: undefined } as never)' },
    {
      file: DOCUMENTS,
      from: SIGNED,
      to: 'this.signer.sign({ ...card, skills: card.skills.map(({ description, ...skill }) => skill) } as never)',
    },
    {
      file: DOCUMENTS,
      from: SIGNED,
      to: 'this.signer.sign({ ...card, provider: card.provider && { url: card.provider.url } } as never)',
    },
    {
      file: DOCUMENTS,
      from: SIGNED,
      to: 'this.signer.sign(card.skills.length > 0 ? card : ({ ...card, skills: undefined } as never))',
    },
  ],
  'A-5': [
    { file: INTERFACES, from: '${this.options.publicUrl}${path}', to: '${this.options.publicUrl}' },
    {
      file: 'src/a2a/options/card-options.ts',
      from: "['JSONRPC', 'HTTP+JSON']",
      to: "['HTTP+JSON', 'JSONRPC']",
    },
  ],
  'A-6': [
    { file: BUILDER, from: 'name: agent.name,', to: "name: agent.name, preferredTransport: 'JSONRPC'," },
    {
      file: BUILDER,
      from: '...(this.declaresExtended && { extendedAgentCard: true }),',
      to: '...(this.declaresExtended && { extendedCard: true }),',
    },
    {
      file: 'src/a2a/security/declaration/security-declaration.ts',
      from: 'securityRequirements: declared.requirements.map(requirementOnCard)',
      to: 'security: [{ bearer: [] }]',
    },
  ],
  'A-8': [
    { file: INTERFACES, from: "PROTOCOL_VERSION = '1.0'", to: "PROTOCOL_VERSION = '1.0.1'" },
    {
      file: 'src/a2a/transports/calls/call-runner.service.ts',
      from: 'if (!VERSION_PATTERN.test(version)) {',
      to: "if (version !== '1.0') {",
    },
    {
      file: 'src/a2a/transports/calls/call-runner.service.ts',
      from: 'if (!VERSION_PATTERN.test(version)) {',
      to: 'if (false) {',
    },
  ],
  'A-9': [
    { file: SERVED, from: "'cache-control': cacheControl }", to: '}' },
    {
      file: SERVED,
      from: 'if (isNotModified(request.headers, { etag, lastModified })) {',
      to: 'if (false) {',
    },
    {
      file: 'src/a2a/card/serving/conditional.ts',
      from: 'return since !== undefined && since.trim() === lastModified;',
      to: 'return false;',
    },
  ],
};
