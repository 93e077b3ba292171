import { Injectable, type Type } from '@nestjs/common';
import { ContextIdFactory, DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import type { ExternalExceptionsHandler } from '@nestjs/core/exceptions/external-exceptions-handler.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ExternalContextCreator } from '@nestjs/core/helpers/external-context-creator.js';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { SkillContext } from '../face/skill-context.js';
import { SKILL_ARGUMENTS } from '../face/skill.decorator.js';
import type { SkillOptions } from '../face/skill-options.js';
import { SkillMetadataAccessor } from './skill-metadata.accessor.js';
import type { SkillDefinition } from './skill-definition.js';

/** A decorated method as it was found. */
export interface DiscoveredSkill {
  readonly options: SkillOptions;
  /** `Class.method` */
  readonly where: string;
  readonly invoke: SkillDefinition['invoke'];
}

type Handler = (...args: unknown[]) => unknown;

/** Finds the methods that carry `@Skill()` and binds them to Nest's enhancers. */
@Injectable()
export class SkillExplorer {
  private readonly creator: ExternalContextCreator;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly accessor: SkillMetadataAccessor,
    private readonly moduleRef: ModuleRef,
    creator: ExternalContextCreator,
  ) {
    this.creator = forSkills(creator);
  }

  /** @returns every decorated method of every provider, in the order of the modules */
  explore(): DiscoveredSkill[] {
    return this.discovery
      .getProviders()
      .filter((wrapper) => wrapper.metatype?.prototype && !wrapper.isAlias && !wrapper.isNotMetatype)
      .flatMap((wrapper) => this.skillsOf(wrapper));
  }

  private skillsOf(wrapper: InstanceWrapper): DiscoveredSkill[] {
    const type = wrapper.metatype as Type<Record<string, Handler>>;
    return this.scanner.getAllMethodNames(type.prototype).flatMap((methodName) => {
      const options = this.accessor.optionsOf(wrapper, methodName);
      return options
        ? [{ options, where: `${type.name}.${methodName}`, invoke: this.bind(wrapper, methodName) }]
        : [];
    });
  }

  private bind(wrapper: InstanceWrapper, methodName: string): SkillDefinition['invoke'] {
    if (wrapper.isDependencyTreeStatic()) {
      return this.wrap(wrapper.instance as Record<string, Handler>, methodName);
    }
    return async (input, context) => {
      const contextId = ContextIdFactory.create();
      this.moduleRef.registerRequestByContextId(context, contextId);
      const instance = await this.moduleRef.resolve<Record<string, Handler>>(
        wrapper.token as Type,
        contextId,
        {
          strict: false,
        },
      );
      return this.wrap(instance, methodName, contextId, wrapper.id)(input, context);
    };
  }

  private wrap(
    instance: Record<string, Handler>,
    methodName: string,
    contextId?: ReturnType<typeof ContextIdFactory.create>,
    inquirerId?: string,
  ): (input: unknown, context: SkillContext) => Promise<unknown> {
    return this.creator.create(
      instance,
      instance[methodName] as Handler,
      methodName,
      SKILL_ARGUMENTS,
      { exchangeKeyForValue: (index: number, _data: unknown, args: unknown[]) => args[index] },
      contextId,
      inquirerId,
      undefined,
      'a2a',
    );
  }
}

/**
 * Nest's creator with two differences. It reduces an Observable to its last value: a skill's stream must arrive
 * whole. And it logs each error that no filter takes: the engine does that, with the task and the attempt.
 */
function forSkills(creator: ExternalContextCreator): ExternalContextCreator {
  return Object.create(creator, {
    transformToResult: { value: (result: unknown) => result },
    externalErrorProxy: { value: { createProxy: withFilters } },
  }) as ExternalContextCreator;
}

function withFilters(target: Handler, filters: ExternalExceptionsHandler, type: string): Handler {
  return async (...args) => {
    try {
      return await target(...args);
    } catch (error) {
      const host = new ExecutionContextHost(args);
      host.setType(type);
      const answer: unknown = filters.invokeCustomFilters(error, host);
      if (answer) {
        return answer;
      }
      throw error;
    }
  };
}
