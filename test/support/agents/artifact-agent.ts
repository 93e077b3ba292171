import { Module } from '@nestjs/common';
import { A2AModule } from '../../../src/a2a/index.js';
import { optionsFromEnvironment } from './case-options.js';
import { ObservationsController } from './observations.controller.js';
import { runAgent } from './run-agent.js';
import { FileSkills } from './skills/file.skills.js';
import { Observations } from './skills/observations.js';
import { WaitingSkills } from './skills/waiting.skills.js';

const { env } = process;
const number = (name: string) => (env[name] === undefined ? undefined : Number(env[name]));

/** An agent whose skills give content of any size. */
@Module({
  imports: [
    A2AModule.forRoot({
      ...optionsFromEnvironment(env),
      artifacts: {
        inlineMaxBytes: number('ARTIFACT_INLINE_MAX'),
        maxBytes: number('ARTIFACT_MAX_BYTES'),
        folder: env.ARTIFACT_FOLDER,
      },
      artifactPath: env.ARTIFACT_PATH,
    }),
  ],
  controllers: [ObservationsController],
  providers: [FileSkills, Observations, WaitingSkills],
})
class ArtifactAgentModule {}

runAgent(ArtifactAgentModule, env);
