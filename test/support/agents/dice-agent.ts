import { Module } from '@nestjs/common';
import { A2AModule } from '../../../src/a2a/index.js';
import { DiceModule } from '../../../src/agent/dice/dice.module.js';
import { agentOptions } from '../../../src/agent.options.js';
import { loadEnvironment } from '../../../src/environment/index.js';
import { runAgent } from './run-agent.js';

const options = agentOptions(loadEnvironment(process.env).environment);

/** The Dice Agent whose card is `test/cards/dice-agent.json`: the shipped dice, on JSON-RPC at the root and nothing else. */
@Module({
  imports: [
    A2AModule.forRoot({
      ...options,
      agent: {
        name: 'Dice Agent',
        description: "一个会掷骰子的极简 A2A Agent,输入如 '2d6' 即掷 2 个 6 面骰。",
        version: '1.0.0',
      },
      card: { ...options.card, interfaces: ['JSONRPC'], ownExtensions: false },
      jsonRpcPath: '/',
      httpJsonPath: false,
    }),
    DiceModule,
  ],
})
class DiceAgentModule {}

runAgent(DiceAgentModule, process.env);
