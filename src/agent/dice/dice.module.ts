import { Module } from '@nestjs/common';
import { DiceSkills } from './dice.skills.js';

@Module({ providers: [DiceSkills] })
export class DiceModule {}
