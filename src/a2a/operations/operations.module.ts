import { Module } from '@nestjs/common';
import { CardModule } from '../card/card.module.js';
import { EngineModule } from '../engine/engine.module.js';
import { NetModule } from '../net/net.module.js';
import { SecurityModule } from '../security/security.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { CancelTask } from './cancel-task.operation.js';
import { GetArtifactContent } from './contents/get-artifact-content.operation.js';
import { Continuation } from './incoming/continuation.js';
import { GetExtendedAgentCard } from './get-extended-agent-card.operation.js';
import { GetTask } from './get-task.operation.js';
import { AnsweredMessage } from './incoming/answered-message.js';
import { IncomingMessage } from './incoming/incoming-message.js';
import { References } from './incoming/references.service.js';
import { RepeatedMessage } from './incoming/repeated-message.js';
import { ListTasks } from './list-tasks.operation.js';
import { SendMessage } from './send-message.operation.js';
import { SendStreamingMessage } from './send-streaming-message.operation.js';
import { SubscribeToTask } from './subscribe-to-task.operation.js';
import { StreamLimit } from './task/stream-limit.js';
import { TaskAccess } from './task/task-access.js';

const OPERATIONS = [
  SendMessage,
  SendStreamingMessage,
  GetTask,
  ListTasks,
  CancelTask,
  SubscribeToTask,
  GetExtendedAgentCard,
  GetArtifactContent,
];

/** The operations of the protocol, for every binding alike. */
@Module({
  imports: [CardModule, EngineModule, NetModule, SkillsModule, TasksModule, SecurityModule],
  providers: [
    ...OPERATIONS,
    TaskAccess,
    StreamLimit,
    IncomingMessage,
    Continuation,
    AnsweredMessage,
    References,
    RepeatedMessage,
  ],
  exports: OPERATIONS,
})
export class OperationsModule {}
