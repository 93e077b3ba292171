import { BAD_REQUEST, errorInfo, RETRY_INFO } from '../../protocol/error-info.js';
import type { JsonObject } from '../../protocol/index.js';

const TASK_ID = '7c2b8f0e-5d0f-4a37-9c0e-2f6f1c9f2a11';

/** An example as OpenAPI holds it. */
export interface Example {
  readonly summary: string;
  readonly value: JsonObject;
}

/** Errors that any operation may answer. */
export const ERROR_EXAMPLES: Readonly<Record<string, Example>> = {
  InvalidParams: {
    summary: 'A member of the request is wrong',
    value: {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Invalid parameters',
        details: [
          errorInfo('INVALID_PARAMS'),
          {
            '@type': BAD_REQUEST,
            fieldViolations: [{ field: 'message.parts', description: 'must hold at least 1' }],
          },
        ],
      },
    },
  },
  VersionNotSupported: {
    summary: 'The request does not ask for version 1.0',
    value: {
      error: {
        code: 400,
        status: 'FAILED_PRECONDITION',
        message: 'Send the header A2A-Version: 1.0.',
        details: [errorInfo('VERSION_NOT_SUPPORTED')],
      },
    },
  },
  TaskNotFound: {
    summary: 'There is no such task for this caller',
    value: {
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: 'Task not found. Check the id, and that it was created by you.',
        details: [errorInfo('TASK_NOT_FOUND', { taskId: TASK_ID })],
      },
    },
  },
  Unauthenticated: {
    summary: 'The caller has not proven who they are',
    value: {
      error: {
        code: 401,
        status: 'UNAUTHENTICATED',
        message: 'Authentication is required.',
        details: [errorInfo('UNAUTHENTICATED')],
      },
    },
  },
  RetryLater: {
    summary: 'The agent can not do that now',
    value: {
      error: {
        code: 503,
        status: 'UNAVAILABLE',
        message: 'The agent can not do that at the moment. Try again.',
        details: [errorInfo('UNAVAILABLE'), { '@type': RETRY_INFO, retryDelay: '5s' }],
      },
    },
  },
};

const MESSAGE: JsonObject = { messageId: 'hello-1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };

const TASK: JsonObject = {
  id: TASK_ID,
  contextId: '0d2b7e0c-3f1e-4a58-8d6e-6f1b0a6f0c55',
  status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-31T12:00:00.000Z' },
  artifacts: [{ artifactId: 'greeting', parts: [{ text: 'Hello to you.', mediaType: 'text/plain' }] }],
};

/** Examples of messages, by their names. */
export const MESSAGE_EXAMPLES: Readonly<Record<string, JsonObject>> = {
  SendMessageRequest: { message: MESSAGE },
  SendMessageResponse: { task: TASK },
  Task: TASK,
  ListTasksResponse: { tasks: [TASK], nextPageToken: '', pageSize: 50, totalSize: 1 },
  StreamResponse: { task: TASK },
};
