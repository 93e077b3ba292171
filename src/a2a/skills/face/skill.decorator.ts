import { DiscoveryService } from '@nestjs/core';
import type { Type } from '@nestjs/common';
import type { Message } from '../../protocol/index.js';
import type { SkillContext } from './skill-context.js';
import type { MessageResult, TaskResult } from './skill-event.js';
import type { SkillOptions } from './skill-options.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** What the first parameter of the handler is, given the skill's options. */
export type SkillInput<O extends SkillOptions> = O extends { input: infer S }
  ? S extends Type<infer Dto>
    ? Dto
    : S extends StandardSchemaV1<unknown, infer Output>
      ? Output
      : never
  : Message;

/** The methods that `@Skill(options)` accepts. */
export type SkillHandler<O extends SkillOptions> = (
  input: SkillInput<O>,
  context: SkillContext,
) => O extends { reply: 'message' } ? MessageResult : TaskResult;

/** Metadata key of the handler's parameters, so that pipes reach them. */
export const SKILL_ARGUMENTS = 'nest-a2a:skill-arguments';

/** The positions of a handler's parameters. */
export const SKILL_ARGUMENT = { input: 0, context: 1 } as const;

/** Holds the options of decorated methods; read by the metadata accessor. */
export const SkillMetadata = DiscoveryService.createDecorator<SkillOptions>();

/**
 * Makes a method a skill of the agent: it appears on the Agent Card, and messages for it become tasks that
 * the method works on. A handler whose first parameter or result does not fit the options fails to compile.
 */
export function Skill<const O extends SkillOptions>(options: O) {
  return <H extends SkillHandler<O>>(
    target: object,
    methodName: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    SkillMetadata(options)(target, methodName, descriptor as PropertyDescriptor);
    Reflect.defineMetadata(SKILL_ARGUMENTS, parameters, target.constructor, methodName);
  };
}

const parameters = Object.fromEntries(
  Object.values(SKILL_ARGUMENT).map((index) => [`${index}:${index}`, { index, data: undefined, pipes: [] }]),
);
