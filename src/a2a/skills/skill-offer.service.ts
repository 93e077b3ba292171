import { Injectable } from '@nestjs/common';
import type { Principal } from '../identity/principal.js';
import { isVisibleTo } from '../options/visibility.js';
import type { SkillDefinition } from './registry/skill-definition.js';
import { SkillRegistry } from './registry/skill-registry.js';
import { SkillGroups } from './skill-groups.service.js';

/** The skills that a caller is offered: those that are on, and that are for the caller's eyes. */
@Injectable()
export class SkillOffer {
  constructor(
    private readonly registry: SkillRegistry,
    private readonly groups: SkillGroups,
  ) {}

  /** In the order of their modules. */
  to(principal: Principal): readonly SkillDefinition[] {
    return this.registry.all.filter((skill) => this.isOffered(skill, principal));
  }

  /** @returns undefined also for a skill that this caller is not offered */
  find(principal: Principal, id: string): SkillDefinition | undefined {
    const skill = this.registry.get(id);
    return skill && this.isOffered(skill, principal) ? skill : undefined;
  }

  /** Whether the skill's group is on. */
  isOn({ group }: SkillDefinition): boolean {
    return this.groups.isOn(group);
  }

  private isOffered(skill: SkillDefinition, principal: Principal): boolean {
    return this.isOn(skill) && isVisibleTo(principal, skill.visibility);
  }
}
