import type { TaskKey } from '../../ports/index.js';
import { readText } from '../../stored/stored-text.js';
import type { RedisCommands } from '../connection/redis-commands.js';
import type { AgentKeys } from '../task-keys.js';
import type { FixedPart } from './snapshot-reply.js';

/** @returns the tasks of this agent with this id, whoever owns them; reads the names of all keys */
export async function locateTasks(
  commands: RedisCommands,
  keys: AgentKeys,
  taskId: string,
): Promise<TaskKey[]> {
  const found = new Map<string, TaskKey>();
  for await (const taskKey of commands.scan(keys.anyTask(taskId))) {
    const fixed = await commands.send<string | null>('get', keys.fixedOf(taskKey));
    if (fixed === null) continue;
    const key = { owner: readText((JSON.parse(fixed) as FixedPart).owner), taskId };
    // Another agent's has the same id, but not the same key.
    if (keys.task(key) === taskKey) found.set(taskKey, key);
  }
  return [...found.values()];
}
