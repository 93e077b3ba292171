import type { AgentCard } from '../../protocol/index.js';
import type { MessageName } from '../schemas/messages.js';

/** What the documentation says of an operation (section 3.1). */
export interface OperationText {
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  readonly request: MessageName;
  /** What it answers, or what each event of its stream holds; unset: an empty object. */
  readonly response?: MessageName;
  readonly isStream?: boolean;
  /** What the card must declare; without it every call is refused with this reason (section 3.3.4). */
  readonly needs?: { readonly capability: Capability; readonly reason: string };
}

type Capability = Exclude<keyof AgentCard['capabilities'], 'extensions'>;

export const TAGS = {
  Messages: 'Sending messages to the agent.',
  Tasks: 'What messages led to: reading, following and canceling tasks.',
  'Push notifications': 'Where the agent sends news of a task.',
  'Agent card': 'What the agent says of itself to callers that it knows.',
} as const;

const STREAMS = { capability: 'streaming', reason: 'UNSUPPORTED_OPERATION' } as const;
const PUSH = { capability: 'pushNotifications', reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED' } as const;
const EXTENDED_CARD = { capability: 'extendedAgentCard', reason: 'UNSUPPORTED_OPERATION' } as const;

/** The operations by their names (section 5.3). */
export const OPERATIONS: Readonly<Record<string, OperationText>> = {
  SendMessage: {
    tag: 'Messages',
    summary: 'Send a message and wait for what comes of it',
    description:
      'Begins a task, or continues the one that the message names. Answers when the task has ended or waits for ' +
      'its caller; with configuration.returnImmediately as soon as it is stored. A message that is sent again ' +
      'with the same messageId leads to the same task.',
    request: 'SendMessageRequest',
    response: 'SendMessageResponse',
  },
  SendStreamingMessage: {
    tag: 'Messages',
    summary: 'Send a message and follow what comes of it',
    description:
      'Like SendMessage, answered with a stream: the task first, then every change of it, until it has ended or ' +
      'waits for its caller.',
    request: 'SendMessageRequest',
    response: 'StreamResponse',
    isStream: true,
    needs: STREAMS,
  },
  GetTask: {
    tag: 'Tasks',
    summary: 'Read a task',
    description: 'A task with its status, artifacts and history.',
    request: 'GetTaskRequest',
    response: 'Task',
  },
  ListTasks: {
    tag: 'Tasks',
    summary: 'List tasks',
    description: "The caller's own tasks, the newest status first.",
    request: 'ListTasksRequest',
    response: 'ListTasksResponse',
  },
  CancelTask: {
    tag: 'Tasks',
    summary: 'Cancel a task',
    description: 'Ends a task that has not ended yet, and answers with it.',
    request: 'CancelTaskRequest',
    response: 'Task',
  },
  SubscribeToTask: {
    tag: 'Tasks',
    summary: 'Follow a task',
    description:
      'A stream: the task as it is, then every change of it until it has ended. With the Last-Event-ID header it ' +
      'goes on after that event instead.',
    request: 'SubscribeToTaskRequest',
    response: 'StreamResponse',
    isStream: true,
    needs: STREAMS,
  },
  CreateTaskPushNotificationConfig: {
    tag: 'Push notifications',
    summary: 'Have news of a task sent somewhere',
    description: 'Stores the configuration and answers with it, its id included.',
    request: 'TaskPushNotificationConfig',
    response: 'TaskPushNotificationConfig',
    needs: PUSH,
  },
  ListTaskPushNotificationConfigs: {
    tag: 'Push notifications',
    summary: 'List where news of a task is sent',
    description: 'Every configuration of the task.',
    request: 'ListTaskPushNotificationConfigsRequest',
    response: 'ListTaskPushNotificationConfigsResponse',
    needs: PUSH,
  },
  GetTaskPushNotificationConfig: {
    tag: 'Push notifications',
    summary: 'Read one place that news of a task is sent to',
    description: 'One configuration of the task.',
    request: 'GetTaskPushNotificationConfigRequest',
    response: 'TaskPushNotificationConfig',
    needs: PUSH,
  },
  DeleteTaskPushNotificationConfig: {
    tag: 'Push notifications',
    summary: 'Have news of a task no longer sent somewhere',
    description: 'Takes a configuration away. One that is gone already is none to fail for.',
    request: 'DeleteTaskPushNotificationConfigRequest',
    needs: PUSH,
  },
  GetExtendedAgentCard: {
    tag: 'Agent card',
    summary: 'Read the extended card',
    description: 'The card with what the agent shows to callers that it knows.',
    request: 'GetExtendedAgentCardRequest',
    response: 'AgentCard',
    needs: EXTENDED_CARD,
  },
};
