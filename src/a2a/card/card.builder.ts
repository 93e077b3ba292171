import { Inject, Injectable } from '@nestjs/common';
import { A2A_OPTIONS, type A2AOptions, DEFAULT_MODES } from '../options/a2a-options.js';
import type { AgentCard, AgentSkill } from '../protocol/index.js';
import { SECURITY_DECLARATION, type SecurityDeclaration } from '../security/security-declaration.js';
import type { SkillDefinition } from '../skills/registry/skill-definition.js';
import { SkillRegistry } from '../skills/registry/skill-registry.js';
import { AgentExtensions } from './agent-extensions.js';
import { AgentInterfaces } from './agent-interfaces.js';

/** Builds the card from what the agent is, what it can do and what is mounted (section 4.4). */
@Injectable()
export class CardBuilder {
  constructor(
    @Inject(A2A_OPTIONS) private readonly options: A2AOptions,
    @Inject(SECURITY_DECLARATION) private readonly security: SecurityDeclaration,
    private readonly skills: SkillRegistry,
    private readonly interfaces: AgentInterfaces,
    private readonly extensions: AgentExtensions,
  ) {}

  /**
   * @returns the card in ProtoJSON shape; optional members that say nothing are absent
   * @throws Error when no interface is mounted: there would be no way to reach the agent
   */
  build(): AgentCard {
    const { agent, streaming = true } = this.options;
    if (this.interfaces.all.length === 0) {
      throw new Error(
        'No interface is mounted. Import a transport, such as JsonRpcModule.at("/a2a/jsonrpc").',
      );
    }
    return {
      name: agent.name,
      description: agent.description,
      version: agent.version,
      ...(agent.provider && { provider: { ...agent.provider } }),
      ...(agent.documentationUrl && { documentationUrl: agent.documentationUrl }),
      ...(agent.iconUrl && { iconUrl: agent.iconUrl }),
      supportedInterfaces: [...this.interfaces.all],
      capabilities: { streaming, extensions: [...this.extensions.all] },
      defaultInputModes: [...(agent.defaultInputModes ?? DEFAULT_MODES)],
      defaultOutputModes: [...(agent.defaultOutputModes ?? DEFAULT_MODES)],
      skills: this.skills.all.map(toAgentSkill),
      ...this.security.card,
    };
  }
}

function toAgentSkill(skill: SkillDefinition): AgentSkill {
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    tags: [...skill.tags],
    ...(skill.examples.length > 0 && { examples: [...skill.examples] }),
    ...(skill.inputModes?.length && { inputModes: [...skill.inputModes] }),
    ...(skill.outputModes?.length && { outputModes: [...skill.outputModes] }),
  };
}
