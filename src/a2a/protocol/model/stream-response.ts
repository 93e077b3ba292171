import type { Artifact } from './artifact.js';
import type { JsonObject } from './json.js';
import type { Message } from './message.js';
import type { Task, TaskStatus } from './task.js';

/** A change of a task's status, or news about its work (section 4.2.1). */
export interface TaskStatusUpdateEvent {
  taskId: string;
  contextId: string;
  status: TaskStatus;
  metadata?: JsonObject;
}

/** An artifact, or a chunk of one (section 4.2.2). */
export interface TaskArtifactUpdateEvent {
  taskId: string;
  contextId: string;
  artifact: Artifact;
  /** true: the parts follow those already sent for this artifact; otherwise they replace them. */
  append?: boolean;
  lastChunk?: boolean;
  metadata?: JsonObject;
}

/** What one event of a stream holds: exactly one member (section 3.2.3). */
export type StreamResponse =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: TaskStatusUpdateEvent }
  | { artifactUpdate: TaskArtifactUpdateEvent };

/** What SendMessage answers: exactly one member (section 3.1.1). */
export type SendMessageResponse = { task: Task } | { message: Message };
