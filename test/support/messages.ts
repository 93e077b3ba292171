import { randomUUID } from 'node:crypto';
import type { Message, Part, StreamResponse, Task, TaskState } from '../../src/a2a/index.js';

/** A new message from a user. */
export function message(text: string, members: Partial<Message> = {}): Message {
  return { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...members };
}

/** A new message for a skill of the agent. */
export function messageFor(skillId: string, text = 'go', members: Partial<Message> = {}): Message {
  return message(text, { ...members, metadata: { ...members.metadata, skillId } });
}

/** The texts of an artifact's parts, of the first one unless named. */
export function artifactTexts(task: Task, artifactId?: string): string[] {
  const artifact = task.artifacts?.find((one) => artifactId === undefined || one.artifactId === artifactId);
  return textsOf(artifact?.parts ?? []);
}

/**
 * The artifacts as a reader of a stream knows them at its end: the first event's, with everything after it
 * applied by the rules of the protocol (section 4.2.2).
 */
export function artifactsAfter(responses: readonly StreamResponse[]): Map<string, Part[]> {
  const artifacts = new Map<string, Part[]>();
  for (const response of responses) {
    if ('task' in response) {
      for (const { artifactId, parts } of response.task.artifacts ?? [])
        artifacts.set(artifactId, [...parts]);
    } else if ('artifactUpdate' in response) {
      const { artifact, append } = response.artifactUpdate;
      const before = append ? (artifacts.get(artifact.artifactId) ?? []) : [];
      artifacts.set(artifact.artifactId, [...before, ...artifact.parts]);
    }
  }
  return artifacts;
}

/** The state as a reader of a stream knows it at its end. */
export function stateAfter(responses: readonly StreamResponse[]): TaskState | undefined {
  return responses
    .flatMap((one) =>
      'task' in one ? [one.task.status.state] : 'statusUpdate' in one ? [one.statusUpdate.status.state] : [],
    )
    .at(-1);
}

/** What the status message says. */
export function statusText({ status }: Task): string {
  return textsOf(status.message?.parts ?? []).join('\n');
}

/** The texts of parts, what is no text as JSON. */
export function textsOf(parts: readonly Part[]): string[] {
  return parts.map((part) => ('text' in part ? part.text : JSON.stringify(part)));
}
