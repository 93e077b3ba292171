import type { SkillPresence } from '../ports/index.js';
import { storedText } from '../stored/stored-text.js';
import type { RedisCommands } from './connection/redis-commands.js';
import type { AgentKeys } from './task-keys.js';

/** Which skills the processes of this agent have; one hash for all. */
export class RedisSkillPresence implements SkillPresence {
  constructor(
    private readonly commands: RedisCommands,
    private readonly keys: AgentKeys,
  ) {}

  async announce(skillIds: readonly string[]): Promise<void> {
    await this.commands.run('announce', [this.keys.skills()], skillIds.map(storedText));
  }

  async lastAnnounced(skillId: string): Promise<number | undefined> {
    const ageMs = await this.commands.run<string | null>(
      'lastAnnounced',
      [this.keys.skills()],
      [storedText(skillId)],
    );
    return ageMs === null ? undefined : Number(ageMs);
  }
}
