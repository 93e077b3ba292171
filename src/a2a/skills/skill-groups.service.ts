import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { SkillDeclarationError, SkillRegistry } from './registry/skill-registry.js';

/** Called after a group was turned on or off; a promise delays whoever did that. */
type Listener = () => void | Promise<void>;

/**
 * Turns groups of skills on and off while the process runs. What is off is on no card and takes no new task; tasks
 * that have begun go on. It holds for this process: turn the others likewise.
 */
@Injectable()
export class SkillGroups implements OnModuleInit {
  private readonly off: Set<string>;
  private readonly listeners: Listener[] = [];

  constructor(
    private readonly registry: SkillRegistry,
    @Inject(A2A_OPTIONS) { skillGroupsOff = [] }: A2AOptions,
  ) {
    this.off = new Set(skillGroupsOff);
  }

  /** @throws SkillDeclarationError when a group is off that no skill is in: the name is wrong */
  check(): void {
    [...this.off].forEach((group) => this.require(group));
  }

  onModuleInit(): void {
    this.check();
  }

  /** Whether what is in the group is offered; what is in none always is. */
  isOn(group: string | undefined): boolean {
    return group === undefined || !this.off.has(group);
  }

  /**
   * @returns when the card shows it
   * @throws SkillDeclarationError for a group that no skill is in; what keeps the card from being signed: the group is
   *   turned all the same, and turning it again tries to show it
   */
  async turn(group: string, to: 'on' | 'off'): Promise<void> {
    this.require(group);
    if (to === 'on') {
      this.off.delete(group);
    } else {
      this.off.add(group);
    }
    await Promise.all(this.listeners.map(async (listener) => listener()));
  }

  /** For what is made of the skills that are offered. */
  onTurned(listener: Listener): void {
    this.listeners.push(listener);
  }

  private require(group: string): void {
    const known = new Set(this.registry.all.flatMap((skill) => skill.group ?? []));
    if (!known.has(group)) {
      const names = known.size > 0 ? `Groups are: ${[...known].join(', ')}.` : 'No skill has a group.';
      throw new SkillDeclarationError(`No skill is in the group "${group}". ${names}`);
    }
  }
}
