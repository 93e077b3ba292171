import type { A2AOptions } from '../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../support/agent-process.js';
import { TokenIssuer } from '../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

/** Extensions of the subject that has some. */
export const EXTENSIONS = {
  optional: 'https://example.com/extensions/geo/v1',
  required: 'https://example.com/extensions/audit/v2',
} as const;

const DECLARED: A2AOptions['extensions'] = [
  { uri: EXTENSIONS.optional, description: 'Places.', params: { unit: 'm' } },
  { uri: EXTENSIONS.required, required: true },
];

/** The agents that rows are tried on, by what they declare; all have the skills of the case agent. */
export type SubjectName = 'open' | 'guarded' | 'without streams' | 'with extensions';

/** An agent under test, and how its callers prove who they are. */
export interface Subject {
  readonly agent: AgentProcess;
  /** Headers of a caller of this name; of none: whoever is not known. */
  credentials(caller?: string): Promise<Record<string, string>>;
}

/** Starts the agents of one spec file when they are asked for, each once. */
export class Subjects {
  private readonly started = new Map<SubjectName, Promise<Subject>>();
  private issuer?: Promise<TokenIssuer>;

  get(name: SubjectName): Promise<Subject> {
    const subject = this.started.get(name) ?? this.start(name);
    this.started.set(name, subject);
    return subject;
  }

  async end(): Promise<void> {
    const subjects = await Promise.allSettled(this.started.values());
    const agents = subjects.map((one) => (one.status === 'fulfilled' ? one.value.agent : undefined));
    await endAgents(...agents);
    await (await this.issuer)?.close();
  }

  private async start(name: SubjectName): Promise<Subject> {
    const issuer = name === 'guarded' ? await (this.issuer ??= opened()) : undefined;
    const agent = await AgentProcess.start({
      env: {
        ...(issuer && { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE }),
        ...(name === 'without streams' && { STREAMING: 'false' }),
        ...(name === 'with extensions' && { EXTENSIONS: JSON.stringify(DECLARED) }),
      },
    });
    await agent.serves('/readyz');
    return { agent, credentials: (caller) => credentialsOf(issuer, caller) };
  }
}

async function opened(): Promise<TokenIssuer> {
  const issuer = await TokenIssuer.create(AUDIENCE);
  await issuer.open();
  return issuer;
}

async function credentialsOf(issuer?: TokenIssuer, caller?: string): Promise<Record<string, string>> {
  return issuer && caller !== undefined ? { authorization: `Bearer ${await issuer.token(caller)}` } : {};
}
