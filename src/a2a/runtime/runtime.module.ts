import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { EngineModule } from '../engine/engine.module.js';
import { NetModule } from '../net/net.module.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.service.js';
import { WorkerDoors } from './health/worker-doors.middleware.js';
import { ShutdownSequence } from './shutdown-sequence.service.js';

/** What a process says of its own state, and how it ends. */
@Module({
  imports: [EngineModule, NetModule],
  controllers: [HealthController],
  providers: [Readiness, ShutdownSequence],
})
export class RuntimeModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(WorkerDoors).forRoutes('{*path}');
  }
}
