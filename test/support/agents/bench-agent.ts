import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { A2AModule } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { runAgent } from './run-agent.js';
import { DialogueSkills } from './skills/dialogue.skills.js';
import { Observations } from './skills/observations.js';
import { StepSkills } from './skills/step.skills.js';

/** What routes cost is measured against one that does nothing. */
@Controller()
class BenchController {
  @Get('empty')
  empty(): string {
    return '';
  }

  /** The processor time of this process so far, in microseconds. */
  @Get('usage')
  usage(): NodeJS.CpuUsage {
    return process.cpuUsage();
  }
}

/** The framework alone, as it comes. */
@Module({ controllers: [BenchController] })
class BareModule {}

@Module({
  imports: [A2AModule.forRoot(optionsFromEnvironment(process.env))],
  controllers: [BenchController],
  providers: [Observations, DialogueSkills, StepSkills],
})
class BenchAgentModule {}

if (process.env.BARE === 'true') {
  const app = await NestFactory.create(BareModule);
  await app.listen(Number(process.env.PORT), '127.0.0.1');
} else {
  runAgent(BenchAgentModule, process.env);
}
