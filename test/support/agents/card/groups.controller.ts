import { Controller, HttpCode, Injectable, Param, Post } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { SkillGroups } from '../../../../src/a2a/index.js';

/** Turns groups of skills, as an operator's own page may. */
@Controller('groups')
export class GroupsController {
  constructor(private readonly modules: ModuleRef) {}

  /** @throws what keeps the card from being made */
  @Post(':group/:to')
  @HttpCode(204)
  turn(@Param('group') group: string, @Param('to') to: 'on' | 'off'): Promise<void> {
    return this.modules.get(SkillGroups, { strict: false }).turn(group, to);
  }
}

/** Has the groups as docs/card.md says. Is there when the agent is started with INJECT_GROUPS=true. */
@Injectable()
export class GroupsSwitch {
  constructor(readonly groups: SkillGroups) {}
}
