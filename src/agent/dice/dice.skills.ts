import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type Artifact,
  dataArtifact,
  type Message,
  RejectTask,
  Skill,
  type SkillContext,
  textOf,
} from '../../a2a/index.js';
import { faultOf, parseDice } from './dice-notation.js';

/** A skill that answers at once, in the process that took the message. */
@Injectable()
export class DiceSkills {
  @Skill({
    id: 'roll_dice',
    name: '掷骰子',
    description: '按 NdM 格式掷 N 个 M 面骰子并返回结果',
    group: 'games',
    tags: ['dice', 'game'],
    examples: ['roll 2d6', '掷 3d20'],
    run: 'inline',
  })
  roll(message: Message, context: SkillContext): Artifact {
    const dice = parseDice(message.parts.map((part) => textOf(part) ?? '').join(' '));
    if (!dice) {
      return context.ask('Which dice? Say it as NdM: 2d6 rolls two dice of six faces.');
    }
    const fault = faultOf(dice);
    if (fault) {
      throw new RejectTask(fault);
    }
    const rolls = Array.from({ length: dice.count }, () => randomInt(1, dice.sides + 1));
    const total = rolls.reduce((sum, roll) => sum + roll, 0);
    const artifact = dataArtifact('roll', { ...dice, rolls, total });
    return { ...artifact, parts: [{ text: `${rolls.join(' + ')} = ${total}` }, ...artifact.parts] };
  }
}
