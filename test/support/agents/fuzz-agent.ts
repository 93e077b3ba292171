import { Module } from '@nestjs/common';
import { A2AModule, type A2AOptions } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { FuzzSkills } from './fuzz/fuzz.skills.js';
import { VitalsController } from './fuzz/vitals.controller.js';
import { runAgent } from './run-agent.js';

/** Tasks go soon after they have ended, so that what is stored has a bound however many are made. */
const RETENTION: A2AOptions['retention'] = {
  completed: '2s',
  failed: '2s',
  canceled: '2s',
  rejected: '2s',
  unanswered: '5s',
};

const options = optionsFromEnvironment(process.env);

/** An agent for requests that nobody would send. */
@Module({
  imports: [
    A2AModule.forRoot({
      ...options,
      retention: RETENTION,
      idempotency: '10s',
      limits: { ...options.limits, sweepMs: 1_000 },
    }),
  ],
  controllers: [VitalsController],
  providers: [FuzzSkills],
})
class FuzzAgentModule {}

runAgent(FuzzAgentModule, process.env);
