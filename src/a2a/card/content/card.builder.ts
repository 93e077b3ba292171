import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS, type Principal } from '../../identity/principal.js';
import { A2A_OPTIONS, type A2AOptions, DEFAULT_MODES } from '../../options/a2a-options.js';
import type { AgentCard, AgentInterface, AgentSkill, SecurityRequirement } from '../../protocol/index.js';
import {
  SECURITY_DECLARATION,
  type SecurityDeclaration,
} from '../../security/declaration/security-declaration.js';
import { SkillRules } from '../../security/requirements/skill-rules.service.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { SkillOffer } from '../../skills/skill-offer.service.js';
import { CardError } from '../card-error.js';
import { AgentExtensions } from './agent-extensions.js';
import { AgentInterfaces } from './agent-interfaces.js';

/** What one card shows of the agent. */
interface Contents {
  readonly interfaces: readonly AgentInterface[];
  readonly skills: readonly SkillDefinition[];
}

/** Builds cards from what the agent is, what it can do and what is mounted (section 4.4). Unsigned. */
@Injectable()
export class CardBuilder {
  constructor(
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
    @Inject(SECURITY_DECLARATION) private readonly security: SecurityDeclaration,
    private readonly registry: SkillRegistry,
    private readonly offer: SkillOffer,
    private readonly interfaces: AgentInterfaces,
    private readonly extensions: AgentExtensions,
    private readonly skillRules: SkillRules,
  ) {}

  /**
   * Whether the card declares an extended card (section 3.1.11). Without security it can not: nobody could be told
   * apart.
   *
   * @throws CardError where the options want one all the same
   */
  get declaresExtended(): boolean {
    const wanted = this.options.card?.extended;
    if (this.security.card.securitySchemes === undefined) {
      if (wanted) {
        throw new CardError(
          'card.extended needs callers who prove who they are. Declare security, or leave it out.',
        );
      }
      return false;
    }
    return wanted ?? !(this.interfaces.arePublic && this.registry.all.every(isPublic));
  }

  /** Whether some caller may find more on the extended card than on the public one, as things are now. */
  get hasExtended(): boolean {
    return !(
      this.interfaces.arePublic && this.registry.all.filter((one) => this.offer.isOn(one)).every(isPublic)
    );
  }

  /**
   * The card for everybody.
   *
   * @returns it in ProtoJSON shape; optional members that say nothing are absent
   * @throws CardError when it shows no interface: there would be no way to reach the agent
   */
  public(): AgentCard {
    return this.of(this.seenBy(ANONYMOUS));
  }

  /** The card for one principal; as {@link public}. */
  for(principal: Principal): AgentCard {
    return this.of(this.seenBy(principal));
  }

  /** All there is, whoever it is for and whether it is on or off; as {@link public}. For looking at, not for callers. */
  whole(): AgentCard {
    return this.of({ interfaces: this.interfaces.all, skills: this.registry.all });
  }

  private seenBy(principal: Principal): Contents {
    return { interfaces: this.interfaces.shownTo(principal), skills: this.offer.to(principal) };
  }

  private of({ interfaces, skills }: Contents): AgentCard {
    const { agent, streaming = true } = this.options;
    if (interfaces.length === 0) {
      throw new CardError(
        this.interfaces.all.length === 0
          ? 'No interface is mounted. Import a transport, such as JsonRpcModule.at("/a2a/jsonrpc").'
          : 'No interface is for everybody, so nobody could reach the agent. Make one of card.interfaces public.',
      );
    }
    return {
      name: agent.name,
      description: agent.description,
      version: agent.version,
      ...(agent.provider && { provider: { ...agent.provider } }),
      ...(agent.documentationUrl && { documentationUrl: agent.documentationUrl }),
      ...(agent.iconUrl && { iconUrl: agent.iconUrl }),
      supportedInterfaces: [...interfaces],
      capabilities: {
        streaming,
        ...(this.declaresExtended && { extendedAgentCard: true }),
        ...(this.extensions.shown.length > 0 && { extensions: [...this.extensions.shown] }),
      },
      defaultInputModes: [...(agent.defaultInputModes ?? DEFAULT_MODES)],
      defaultOutputModes: [...(agent.defaultOutputModes ?? DEFAULT_MODES)],
      skills: skills.map((skill) => toAgentSkill(skill, this.skillRules.onCard(skill))),
      ...this.security.card,
    };
  }
}

function isPublic({ visibility }: SkillDefinition): boolean {
  return visibility === 'public';
}

function toAgentSkill(skill: SkillDefinition, securityRequirements?: SecurityRequirement[]): AgentSkill {
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    tags: [...skill.tags],
    ...(skill.examples.length > 0 && { examples: [...skill.examples] }),
    ...(skill.inputModes?.length && { inputModes: [...skill.inputModes] }),
    ...(skill.outputModes?.length && { outputModes: [...skill.outputModes] }),
    ...(securityRequirements && { securityRequirements }),
  };
}
