import { Module } from '@nestjs/common';
import { TaskFeed } from './task-feed.service.js';

/** The face of the tasks' event logs. */
@Module({ providers: [TaskFeed], exports: [TaskFeed] })
export class TasksModule {}
