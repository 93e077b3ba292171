import type { Mutations } from './mutation.js';

const RUNNER = 'src/a2a/transports/calls/call-runner.service.ts';
const ASKED = 'if (!VERSION_PATTERN.test(version)) {';

export const VERSIONS: Mutations = {
  'G-2': [
    { file: RUNNER, from: ASKED, to: "if (version === '') {" },
    {
      file: 'src/a2a/transports/calls/service-parameters.ts',
      from: " || new URLSearchParams(queryOf(url)).get('A2A-Version')",
      to: '',
    },
  ],
  'G-3': [{ file: RUNNER, from: ASKED, to: "if (version !== '' && !VERSION_PATTERN.test(version)) {" }],
  'G-4': [
    { file: RUNNER, from: String.raw`/^1\.0(\.\d+)?$/`, to: String.raw`/^1\.0$/` },
    { file: RUNNER, from: String.raw`/^1\.0(\.\d+)?$/`, to: String.raw`/^1\.0/` },
  ],
};
