import { randomUUID } from 'node:crypto';

/** What a request may name of what the agent has made; the rest of a request depends on the seed alone. */
export const ID = {
  /** A new id, another one wherever it stands. */
  fresh: '@fresh@',
  ended: '@ended@',
  asking: '@asking@',
  working: '@working@',
  context: '@context@',
  pageToken: '@pageToken@',
} as const;

const MARK = /@(fresh|ended|asking|working|context|pageToken)@/g;
/** More of a kind would be those that are deleted already. */
const KEPT = 64;

/** Tasks and page tokens that answers have named; marks in requests stand for one of them. */
export class KnownIds {
  private readonly kept = new Map<string, string[]>();

  /** Takes note of what an answer names. @param text JSON */
  learn(text: string): void {
    const [task] = /"task":\{"id":"([^"]+)","contextId":"([^"]+)","status":\{"state":"TASK_STATE_(\w+)"/.exec(
      text,
    )
      ? [RegExp.$1]
      : [];
    if (task !== undefined) this.add(kindOf(RegExp.$3), task);
    if (task !== undefined && /^[\w-]+$/.test(RegExp.$2)) this.add('context', RegExp.$2);
    const token = /"nextPageToken":"([^"]+)"/.exec(text)?.[1];
    if (token !== undefined) this.add('pageToken', token);
  }

  /** The text with ids in the place of the marks; a made-up one where none is known. */
  fill(text: string): string {
    return text.replace(MARK, (_, kind: string) => {
      const known = this.kept.get(kind) ?? [];
      return known[Math.floor(Math.random() * known.length)] ?? randomUUID();
    });
  }

  private add(kind: string, id: string): void {
    const known = this.kept.get(kind) ?? [];
    if (known.push(id) > KEPT) known.shift();
    this.kept.set(kind, known);
  }
}

function kindOf(state: string): string {
  if (state === 'INPUT_REQUIRED') return 'asking';
  return state === 'WORKING' || state === 'SUBMITTED' ? 'working' : 'ended';
}
