import { Controller, Get, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { StreamDrain } from '../../../src/a2a/net/stream-drain.js';
import { TaskFeed } from '../../../src/a2a/tasks/task-feed.service.js';
import { Observations } from './skills/observations.js';

/** Tells what can not be seen from outside: open readers and streams, and what handlers have noticed. */
@Controller('observations')
export class ObservationsController implements OnModuleInit {
  private feed: TaskFeed;
  private drain: StreamDrain;

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly observations: Observations,
  ) {}

  onModuleInit(): void {
    this.feed = this.moduleRef.get(TaskFeed, { strict: false });
    this.drain = this.moduleRef.get(StreamDrain, { strict: false });
  }

  @Get()
  all(): object {
    const { aborted, lines } = this.observations;
    return { readers: this.feed.readers, openStreams: this.drain.openStreams, aborted, lines };
  }
}
