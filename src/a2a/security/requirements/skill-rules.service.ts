import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Principal } from '../../identity/principal.js';
import type { RequirementOptions } from '../../options/security/security-options.js';
import type { SecurityRequirement } from '../../protocol/index.js';
import type { SkillDefinition } from '../../skills/registry/skill-definition.js';
import { SkillRegistry } from '../../skills/registry/skill-registry.js';
import { requirementFaults, scopeSchemes } from '../declaration/security-faults.js';
import { requirementOnCard } from '../declaration/requirement-on-card.js';
import {
  SECURITY_DECLARATION,
  type SecurityDeclaration,
  SecurityDeclarationError,
} from '../declaration/security-declaration.js';
import { AccessRules } from './access-rules.service.js';
import { type Judgement, Requirements } from './requirements.js';

/**
 * What skills ask of their callers beyond what the agent asks of everybody (section 4.4.5): both must be met. The card
 * shows it and callers are held to it, both from here.
 */
@Injectable()
export class SkillRules implements OnModuleInit {
  private known?: ReadonlyMap<SkillDefinition, Requirements>;

  constructor(
    @Inject(SECURITY_DECLARATION) private readonly declaration: SecurityDeclaration,
    private readonly registry: SkillRegistry,
    private readonly rules: AccessRules,
  ) {}

  /** @throws SecurityDeclarationError listing every fault of every skill */
  onModuleInit(): void {
    void this.bySkill;
  }

  /** What the card says of the skill; undefined where it asks for nothing of its own. */
  onCard(skill: SkillDefinition): SecurityRequirement[] | undefined {
    return this.bySkill.get(skill)?.alternatives.map(requirementOnCard);
  }

  /** Every scope that the skill may ask for. */
  scopesOf(skill: SkillDefinition): readonly string[] {
    return (this.bySkill.get(skill)?.alternatives ?? []).flatMap((alternative) =>
      Object.values(alternative).flat(),
    );
  }

  /** @throws UnauthenticatedException, InsufficientScopeException for a caller who may not use the skill */
  require(skill: SkillDefinition, principal: Principal): void {
    const requirements = this.bySkill.get(skill);
    if (requirements) {
      this.rules.require(requirements, principal);
    }
  }

  /** How far a principal meets what the skill asks for. */
  judge(skill: SkillDefinition, { grants = {} }: Principal): Judgement {
    return this.bySkill.get(skill)?.judge(grants) ?? { outcome: 'met' };
  }

  private get bySkill(): ReadonlyMap<SkillDefinition, Requirements> {
    this.known ??= this.compiled();
    return this.known;
  }

  private compiled(): ReadonlyMap<SkillDefinition, Requirements> {
    const faults: string[] = [];
    const bySkill = new Map<SkillDefinition, Requirements>();
    for (const skill of this.registry.all) {
      const found = this.faultsOf(skill);
      faults.push(...found.map((fault) => `${skill.where}: ${fault}`));
      const alternatives = found.length === 0 ? this.alternativesOf(skill) : undefined;
      if (alternatives) {
        bySkill.set(skill, new Requirements(alternatives));
      }
    }
    if (faults.length > 0) {
      throw new SecurityDeclarationError(faults);
    }
    return bySkill;
  }

  /** Scopes alone are asked of every scheme that grants any. */
  private alternativesOf({ security, scopes }: SkillDefinition): readonly RequirementOptions[] | undefined {
    return scopes === undefined
      ? security
      : scopeSchemes(this.declaration.schemes).map((name) => ({ [name]: scopes }));
  }

  private faultsOf(skill: SkillDefinition): string[] {
    const { security, scopes } = skill;
    if (security === undefined && scopes === undefined) {
      return [];
    }
    if (security !== undefined && scopes !== undefined) {
      return ['security and scopes are both set. Put the scopes into the requirements of security.'];
    }
    const { schemes, requirements } = this.declaration;
    if (requirements === undefined) {
      return [
        'it asks for credentials, and the agent declares no security. Declare schemes and requirements.',
      ];
    }
    if (scopes !== undefined && (scopes.length === 0 || scopeSchemes(schemes).length === 0)) {
      return scopes.length === 0
        ? ['scopes is empty. Name one, or leave it out.']
        : ['no scheme grants scopes. Declare one of the type oauth2 or openIdConnect.'];
    }
    if (security?.length === 0) {
      return ['security is empty. Name a scheme in a requirement, or leave it out.'];
    }
    const place = scopes === undefined ? 'security' : 'scopes';
    return requirementFaults(this.alternativesOf(skill) ?? [], schemes, place);
  }
}
