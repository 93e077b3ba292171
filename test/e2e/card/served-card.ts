import type { AgentCard } from '../../../src/a2a/index.js';
import type { AgentProcess } from '../../support/agent-process.js';

/** Where every agent serves its card. */
export const CARD_PATH = '/.well-known/agent-card.json';

/** Where agents served it before version 0.3. */
export const OLD_PATH = '/.well-known/agent.json';

/** A datastore that nobody serves: for agents of which nothing but cards is asked. */
export const NO_DATASTORE = { DATASTORE_URL: 'redis://127.0.0.1:1' };

/** The card that an agent serves to everybody. @throws Error when the status is not 200 */
export async function cardOf(agent: AgentProcess): Promise<AgentCard> {
  const answer = await fetch(agent.cardUrl);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as AgentCard;
}

/** The ids of the skills on a card. */
export function skillsOn({ skills }: AgentCard): string[] {
  return skills.map(({ id }) => id);
}
