import { Module } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { CancelTask } from './cancel-task.operation.js';
import { Continuation } from './incoming/continuation.js';
import { GetTask } from './get-task.operation.js';
import { IncomingMessage } from './incoming/incoming-message.js';
import { ListTasks } from './list-tasks.operation.js';
import { SendMessage } from './send-message.operation.js';
import { SendStreamingMessage } from './send-streaming-message.operation.js';
import { SubscribeToTask } from './subscribe-to-task.operation.js';
import { TaskAccess } from './task/task-access.js';

const OPERATIONS = [SendMessage, SendStreamingMessage, GetTask, ListTasks, CancelTask, SubscribeToTask];

/** The operations of the protocol, for every binding alike. */
@Module({
  imports: [EngineModule, SkillsModule, TasksModule],
  providers: [...OPERATIONS, TaskAccess, IncomingMessage, Continuation],
  exports: OPERATIONS,
})
export class OperationsModule {}
