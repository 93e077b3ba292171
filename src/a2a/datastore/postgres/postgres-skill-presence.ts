import type { SkillPresence } from '../ports/index.js';
import { storedText } from '../stored/stored-text.js';
import type { TaskPool } from './connections/task-pool.js';

/** In one order everywhere, so that processes which start together can not wait for each other. */
const ANNOUNCE_SQL = `
  insert into a2a.skill (agent, skill_id, announced_at)
  select $1, id, a2a.now_ms()
    from unnest($2::text[]) with ordinality as skill (id, place)
   order by place
      on conflict (agent, skill_id) do update set announced_at = greatest(skill.announced_at, excluded.announced_at)`;

const LAST_ANNOUNCED_SQL = `
  select greatest(a2a.now_ms() - announced_at, 0)::float8 as ms
    from a2a.skill
   where agent = $1 and skill_id = $2`;

/** When skills were announced last, in a2a.skill. */
export class PostgresSkillPresence implements SkillPresence {
  constructor(
    private readonly pool: TaskPool,
    private readonly agent: string,
  ) {}

  async announce(skillIds: readonly string[]): Promise<void> {
    const ids = [...new Set(skillIds)].map((id) => storedText(id)).toSorted();
    await this.pool.rows('announce-skills', ANNOUNCE_SQL, [this.agent, ids]);
  }

  async lastAnnounced(skillId: string): Promise<number | undefined> {
    const [row] = await this.pool.rows<{ ms: number }>('last-announced', LAST_ANNOUNCED_SQL, [
      this.agent,
      storedText(skillId),
    ]);
    return row?.ms;
  }
}
