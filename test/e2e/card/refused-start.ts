import type { AgentProcess } from '../../support/agent-process.js';
import { eventually } from '../../support/eventually.js';

/**
 * Waits until an agent has refused to start.
 *
 * @returns everything that it has said
 * @throws Error when it has ended with another code than 1
 */
export async function refusalOf(agent: AgentProcess): Promise<string> {
  const code = await agent.exited();
  const { stdout, stderr } = agent.child;
  // A process may be gone before the last of what it said has been read.
  await eventually('all that it said is read', () => stdout?.readableEnded && stderr?.readableEnded);
  if (code !== 1) throw new Error(`The agent has ended with ${code}:\n${agent.log}`);
  return agent.log;
}
