import { Global, type INestApplication, Injectable, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { Skill } from '../../skills/face/index.js';
import { CardModule } from '../card.module.js';
import { AgentInterfaces } from '../content/agent-interfaces.js';

/** The Dice Agent of seed 000. */
export const OPTIONS: A2AOptions = {
  agent: {
    name: 'Dice Agent',
    description: "一个会掷骰子的极简 A2A Agent,输入如 '2d6' 即掷 2 个 6 面骰。",
    version: '1.0.0',
  },
  publicUrl: 'http://localhost:9999',
  role: 'all',
  datastore: { dataDir: '.data' },
};

export const ROLL_DICE = {
  id: 'roll_dice',
  name: '掷骰子',
  description: '按 NdM 格式掷 N 个 M 面骰子并返回结果',
  tags: ['dice', 'game'],
  examples: ['roll 2d6', '掷 3d20'],
};

const REVIEW = {
  id: 'review',
  name: 'Review',
  description: 'Reviews.',
  tags: ['code'],
  examples: ['review it'],
};
export const OAUTH = { issuer: 'https://login.example', audience: 'dice' };

@Injectable()
export class DiceSkills {
  @Skill({ ...ROLL_DICE, run: 'inline' })
  roll(): string {
    return '1';
  }
}

@Injectable()
export class ReviewSkills {
  @Skill({ ...REVIEW, run: 'inline', group: 'reviews', visibility: 'authenticated' })
  review(): string {
    return 'fine';
  }
}

/** @param announced the paths of JSON-RPC interfaces @param skills beside none the providers of skills */
export async function start(
  options: A2AOptions,
  announced: string[],
  skills: Type[] = [DiceSkills],
): Promise<INestApplication> {
  @Global()
  @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
  class OptionsModule {}

  @Module({ imports: [OptionsModule, CardModule], providers: skills })
  class AgentModule {
    constructor(interfaces: AgentInterfaces) {
      announced.forEach((path) => interfaces.announce(path, path === '/a2a/v1' ? 'HTTP+JSON' : 'JSONRPC'));
    }
  }
  const app = await NestFactory.create(AgentModule, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  await app.listen(0, '127.0.0.1');
  return app;
}
