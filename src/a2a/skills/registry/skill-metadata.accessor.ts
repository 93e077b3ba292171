import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { SkillMetadata } from '../face/skill.decorator.js';
import type { SkillOptions } from '../face/skill-options.js';

/** Reads what `@Skill()` has written. */
@Injectable()
export class SkillMetadataAccessor {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @returns the options of a decorated method, or undefined */
  optionsOf(wrapper: InstanceWrapper, methodName: string): SkillOptions | undefined {
    return this.discovery.getMetadataByDecorator(SkillMetadata, wrapper, methodName);
  }
}
