import { Module } from '@nestjs/common';
import { A2AModule } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { ObservationsController } from './observations.controller.js';
import { runAgent } from './run-agent.js';
import { ArtifactSkills } from './skills/artifact.skills.js';
import { DialogueSkills } from './skills/dialogue.skills.js';
import { EnhancedSkills } from './skills/enhanced.skills.js';
import { FailingSkills } from './skills/failing.skills.js';
import { Observations } from './skills/observations.js';
import { RepeatedSkills } from './skills/repeated.skills.js';
import { TurnNumber, ScopedSkills } from './skills/scoped.skills.js';
import { StepSkills } from './skills/step.skills.js';
import { UnawaitedSkills } from './skills/unawaited.skills.js';
import { WaitingSkills } from './skills/waiting.skills.js';

/** An agent whose skills do what the cases of the tests need. */
@Module({
  imports: [
    A2AModule.forRoot({
      ...optionsFromEnvironment(process.env),
      httpJsonPath: process.env.HTTP_JSON_PATH,
    }),
  ],
  controllers: [ObservationsController],
  providers: [
    Observations,
    ArtifactSkills,
    DialogueSkills,
    EnhancedSkills,
    FailingSkills,
    RepeatedSkills,
    TurnNumber,
    ScopedSkills,
    StepSkills,
    UnawaitedSkills,
    WaitingSkills,
  ],
})
class CaseAgentModule {}

runAgent(CaseAgentModule, process.env);
