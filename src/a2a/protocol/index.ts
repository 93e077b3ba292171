export * from './a2a-error.js';
export * from './extensions.js';
export type {
  AgentCard,
  AgentExtension,
  AgentInterface,
  AgentSkill,
  SecurityRequirement,
  SecurityScheme,
} from './model/agent-card.js';
export type { Artifact } from './model/artifact.js';
export type { JsonObject, JsonValue } from './model/json.js';
export type { Message, Role } from './model/message.js';
export * from './model/part.js';
export * from './model/requests.js';
export type {
  SendMessageResponse,
  StreamResponse,
  TaskArtifactUpdateEvent,
  TaskStatusUpdateEvent,
} from './model/stream-response.js';
export {
  type ListTasksResponse,
  type Task,
  TASK_STATES,
  type TaskState,
  type TaskStatus,
} from './model/task.js';
export * from './parse-request.js';
export * from './task-state.js';
