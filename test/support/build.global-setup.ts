import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * End-to-end and chaos tests start real processes, so what they start must be built from the sources as they are now:
 * `dist/` and the agents of `test/support/agents`, which come out as `.build/test/support/agents/<name>.js`.
 */
export default function buildWhatTestsStart(): void {
  const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  const { status, error } = spawnSync(process.execPath, [build, '--test-agents'], { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error('The build failed, so no process can be tested: its messages stand above.');
}
