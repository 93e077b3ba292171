import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentProcess, type AgentSettings } from '../../support/agent-process.js';
import { compiled, PROJECT } from './compiled.js';

const SOURCE = 'test/conformance/agents/card-agent.fixture.ts';
/** Beside what the build has made of the sources and of the other agents, which it imports. */
const BUILT = join(PROJECT, '.build', SOURCE.replace(/\.ts$/, '.js'));
/** Seen from the folder of the other agents. */
const PROGRAM: string = '../../conformance/agents/card-agent.fixture';

/** Starts the agent that shows some of its skills to some, as `AgentProcess.start` does those of `test/support`. */
export function startCardAgent(env: AgentSettings['env']): Promise<AgentProcess> {
  mkdirSync(dirname(BUILT), { recursive: true });
  // Other spec files start it too, at the same time.
  const own = `${BUILT}.${process.pid}`;
  writeFileSync(own, compiled(SOURCE, readFileSync(join(PROJECT, SOURCE), 'utf8')));
  renameSync(own, BUILT);
  return AgentProcess.start({ program: PROGRAM as AgentSettings['program'], env });
}
