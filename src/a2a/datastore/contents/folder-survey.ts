import { type Dir } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder to which something was added within this time belongs to a task that is at work. */
const QUIET_MS = 3_600_000;

/** Walks through the folders of tasks, a few at a time, and rests between one round and the next. */
export class FolderSurvey {
  private round?: Dir;
  private restsUntil = 0;

  constructor(private readonly root: string) {}

  /**
   * @param atMost how many are looked at
   * @returns the paths of those among the next ones that nothing was added to for an hour
   */
  async next(atMost: number): Promise<string[]> {
    if (this.restsUntil > Date.now()) return [];
    this.round ??= await opendir(this.root);
    const quiet: string[] = [];
    for (let looked = 0; looked < atMost; looked += 1) {
      const entry = await this.round.read();
      if (entry === null) {
        await this.round.close();
        this.round = undefined;
        this.restsUntil = Date.now() + QUIET_MS;
        break;
      }
      const path = join(this.root, entry.name);
      if (entry.isDirectory() && (await isQuiet(path))) quiet.push(path);
    }
    return quiet;
  }
}

/** Whether it is there, and nothing was added for long. */
async function isQuiet(path: string): Promise<boolean> {
  const at = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Infinity,
  );
  return at < Date.now() - QUIET_MS;
}
