import type { Mutations } from './mutation.js';

const BUILDER = 'src/a2a/card/content/card.builder.ts';

export const CARD: Mutations = {
  'A-1': [{ file: 'src/a2a/card/serving/card.controller.ts', from: "'application/json", to: "'text/plain" }],
  'A-4': [{ file: BUILDER, from: '      version: agent.version,\n', to: '' }],
  'A-5': [
    {
      file: 'src/a2a/card/content/agent-interfaces.ts',
      from: '${this.options.publicUrl}${path}',
      to: '${this.options.publicUrl}',
    },
    {
      file: 'src/a2a/options/card-options.ts',
      from: "['JSONRPC', 'HTTP+JSON']",
      to: "['HTTP+JSON', 'JSONRPC']",
    },
  ],
  'A-6': [
    { file: BUILDER, from: 'name: agent.name,', to: "name: agent.name, preferredTransport: 'JSONRPC'," },
    {
      file: 'src/a2a/security/security-declaration.ts',
      from: 'securityRequirements: [{ schemes: { bearer: { list: [] } } }]',
      to: 'security: [{ bearer: [] }]',
    },
  ],
  'A-8': [
    {
      file: 'src/a2a/card/content/agent-interfaces.ts',
      from: "PROTOCOL_VERSION = '1.0'",
      to: "PROTOCOL_VERSION = '1.0.1'",
    },
    {
      file: 'src/a2a/transports/calls/call-runner.service.ts',
      from: 'if (!VERSION_PATTERN.test(version)) {',
      to: "if (version !== '1.0') {",
    },
  ],
  'A-18': [
    {
      file: 'src/a2a/operations/get-extended-agent-card.operation.ts',
      from: "'UNSUPPORTED_OPERATION'",
      to: "'PUSH_NOTIFICATION_NOT_SUPPORTED'",
    },
  ],
};
