import { appendFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { SkillContext } from '../../../../src/a2a/index.js';

/** What handlers have noticed, for a test to see. */
@Injectable()
export class Observations {
  /** Ids of tasks whose signal has aborted. */
  readonly aborted: string[] = [];
  /** What handlers have noted in this process; also in OBSERVATIONS_FILE, which outlives it. */
  readonly lines: string[] = [];

  watch({ signal, task }: SkillContext): void {
    signal.addEventListener('abort', () => void this.aborted.push(task.id), { once: true });
  }

  note(line: string): void {
    this.lines.push(line);
    if (process.env.OBSERVATIONS_FILE) appendFileSync(process.env.OBSERVATIONS_FILE, `${line}\n`);
  }
}
