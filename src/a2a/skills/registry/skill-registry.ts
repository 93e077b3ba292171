import { Injectable, type OnModuleInit } from '@nestjs/common';
import { durationMs } from '../../options/retention.js';
import { isScope } from '../../options/visibility.js';
import type { SkillOptions } from '../face/index.js';
import {
  DEFAULT_ATTEMPTS,
  DEFAULT_REPLY_TIMEOUT,
  DEFAULT_TIMEOUT,
  MAX_TIMEOUT_MS,
  RESERVED_PREFIX,
  type SkillDefinition,
} from './skill-definition.js';
import { type DiscoveredSkill, SkillExplorer } from './skill.explorer.js';

const MEDIA_TYPE = /^(\*|[\w!#$&^.+-]+)\/[\w!#$&^.+*-]+(\s*;\s*[\w-]+=("[^"]*"|[^\s";]+))*$/;

/** Skill declarations that can not work; the message names every one by class and method. */
export class SkillDeclarationError extends Error {
  override readonly name = 'SkillDeclarationError';
}

/** The skills of this agent, in the order of their modules. Known when every provider is made. */
@Injectable()
export class SkillRegistry implements OnModuleInit {
  private known?: ReadonlyMap<string, SkillDefinition>;

  constructor(private readonly explorer: SkillExplorer) {}

  /** @throws SkillDeclarationError listing every fault of every skill */
  onModuleInit(): void {
    void this.byId;
  }

  get all(): readonly SkillDefinition[] {
    return [...this.byId.values()];
  }

  get(id: string): SkillDefinition | undefined {
    return this.byId.get(id);
  }

  private get byId(): ReadonlyMap<string, SkillDefinition> {
    this.known ??= this.explored();
    return this.known;
  }

  private explored(): ReadonlyMap<string, SkillDefinition> {
    const byId = new Map<string, SkillDefinition>();
    const faults: string[] = [];
    for (const found of this.explorer.explore()) {
      const skill = resolve(found);
      const known = byId.get(skill.id);
      faults.push(...faultsOf(found).map((fault) => `${found.where}: ${fault}`));
      if (known) {
        faults.push(`${found.where}: the id "${skill.id}" is taken by ${known.where}; ids must be unique`);
      }
      byId.set(skill.id, skill);
    }
    if (faults.length > 0) {
      throw new SkillDeclarationError(`These @Skill() declarations need mending:\n  ${faults.join('\n  ')}`);
    }
    return byId;
  }
}

function resolve({ options, where, invoke }: DiscoveredSkill): SkillDefinition {
  const run = options.run ?? 'queued';
  const queued = typeof run === 'object' ? run : {};
  return {
    id: options.id,
    name: options.name,
    description: options.description,
    tags: options.tags,
    examples: options.examples ?? [],
    inputModes: options.inputModes,
    outputModes: options.outputModes,
    input: options.input,
    visibility: options.visibility ?? 'public',
    scopes: options.scopes,
    security: options.security,
    group: options.group,
    run: run === 'inline' ? 'inline' : 'queued',
    reply: options.reply ?? 'task',
    concurrency: queued.concurrency ?? 1,
    attempts: queued.attempts ?? (run === 'inline' ? 1 : DEFAULT_ATTEMPTS),
    timeoutMs: durationMs(timeoutOf(options)) ?? MAX_TIMEOUT_MS,
    where,
    invoke,
  };
}

function timeoutOf(options: SkillOptions): string {
  if (options.reply === 'message') {
    return options.timeout ?? DEFAULT_REPLY_TIMEOUT;
  }
  return (typeof options.run === 'object' ? options.run.timeout : undefined) ?? DEFAULT_TIMEOUT;
}

function isTimeout(timeout: unknown): boolean {
  return (durationMs(String(timeout)) ?? Infinity) <= MAX_TIMEOUT_MS;
}

function faultsOf({ options }: DiscoveredSkill): string[] {
  const faults: string[] = [];
  for (const member of ['id', 'name', 'description'] as const) {
    if (!options[member]?.trim()) {
      faults.push(`${member} is empty; callers choose by it`);
    }
  }
  if (options.id?.startsWith(RESERVED_PREFIX)) {
    faults.push(`the id must not begin with "${RESERVED_PREFIX}"`);
  }
  if (!options.tags?.length || options.tags.some((tag) => !tag.trim())) {
    faults.push('tags need at least one word each; callers choose by them');
  }
  for (const mode of [...(options.inputModes ?? []), ...(options.outputModes ?? [])]) {
    if (!MEDIA_TYPE.test(mode)) {
      faults.push(`"${mode}" is not a media type such as text/plain`);
    }
  }
  const run: unknown = options.run;
  if (options.reply === 'message' && run !== 'inline') {
    faults.push(`reply: 'message' makes no task, so it needs run: 'inline'`);
  }
  const replyTimeout: unknown = 'timeout' in options ? options.timeout : undefined;
  if (replyTimeout !== undefined && options.reply !== 'message') {
    faults.push(`timeout is for reply: 'message'; the timeout of a queued turn is run.timeout`);
  } else if (replyTimeout !== undefined && !isTimeout(replyTimeout)) {
    faults.push('timeout must be a duration with a unit, such as 90s, and at most 24d');
  }
  if (typeof options.visibility === 'object' && !isScope(options.visibility.scope)) {
    faults.push(
      'visibility.scope must be one OAuth scope: printable ASCII without spaces, quotes and backslashes',
    );
  }
  if (options.group !== undefined && !/^[\w.-]+$/.test(options.group)) {
    faults.push('group must be a word of letters, digits and .-_');
  }
  if (typeof run === 'object' && run !== null) {
    const { timeout = DEFAULT_TIMEOUT, ...counts } = run as Record<string, unknown>;
    if (!isTimeout(timeout)) {
      faults.push('run.timeout must be a duration with a unit, such as 90s or 2h, and at most 24d');
    }
    for (const [name, value] of Object.entries(counts)) {
      if (!Number.isInteger(value) || (value as number) < 1) {
        faults.push(`run.${name} must be a whole number of at least 1`);
      }
    }
  }
  return faults;
}
