import { Module } from '@nestjs/common';
import { SecurityModule } from '../security/security.module.js';
import { SkillsModule } from '../skills/skills.module.js';
import { ActiveTurns } from './active-turns.service.js';
import { DirectReply } from './direct-reply.service.js';
import { EngineStart } from './engine-start.service.js';
import { Dispatcher } from './queues/dispatcher.service.js';
import { LoadLimits } from './queues/load-limits.service.js';
import { SkillQueues } from './queues/skill-queues.service.js';
import { Workers } from './queues/workers.service.js';
import { InlineRecovery } from './recovery/inline-recovery.service.js';
import { Recovery } from './recovery/recovery.service.js';
import { SkillAnnouncer } from './recovery/skill-announcer.service.js';
import { Sweep } from './recovery/sweep.service.js';
import { EngineShutdown } from './shutdown.service.js';
import { TurnRunner } from './turn/turn-runner.service.js';

/** Runs turns: inline, or through the queues and workers, and again when an attempt was lost. */
@Module({
  imports: [SkillsModule, SecurityModule],
  providers: [
    ActiveTurns,
    TurnRunner,
    DirectReply,
    SkillQueues,
    LoadLimits,
    Dispatcher,
    Workers,
    InlineRecovery,
    Sweep,
    Recovery,
    SkillAnnouncer,
    EngineStart,
    EngineShutdown,
  ],
  exports: [DirectReply, Dispatcher, EngineShutdown, LoadLimits, TurnRunner],
})
export class EngineModule {}
