import { Module } from '@nestjs/common';
import { SkillsModule } from '../skills/skills.module.js';
import { ActiveTurns } from './active-turns.service.js';
import { DirectReply } from './direct-reply.service.js';
import { Dispatcher } from './dispatcher.service.js';
import { Recovery } from './recovery.service.js';
import { EngineShutdown } from './shutdown.service.js';
import { TurnRunner } from './turn/turn-runner.service.js';
import { Workers } from './workers.service.js';

/** Runs turns: inline, or through the queues and workers, and again when an attempt was lost. */
@Module({
  imports: [SkillsModule],
  providers: [ActiveTurns, TurnRunner, DirectReply, Dispatcher, Workers, Recovery, EngineShutdown],
  exports: [DirectReply, Dispatcher, TurnRunner],
})
export class EngineModule {}
