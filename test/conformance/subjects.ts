import type { A2AOptions } from '../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../support/agent-process.js';
import { TokenIssuer } from '../support/token-issuer.js';
import { startCardAgent } from './agents/card-agent.js';
import { type CardKeyFiles, writeCardKeys } from './agents/card-keys.js';

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

/** Of the signed card: what sorters, and writers of numbers and texts, do in different ways. */
const ODD_PARAMS = { '\ufb33': 1e21, '\u{1f600}': 0.0000001, list: ['\n\u0007€"/', {}, 1.5], B: '', a: null };

/** The agents that rows are tried on, by what they declare. */
export type SubjectName =
  /** With the skills of the case agent, like the next three. */
  | 'open'
  | 'guarded'
  | 'without streams'
  | 'with extensions'
  /** These show some skills to some; callers prove who they are. */
  | 'with an extended card'
  | 'with nothing to extend'
  | 'signed';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a subject is, beside its name. */
interface Plan {
  readonly start: (env: Environment) => Promise<AgentProcess>;
  readonly env?: Environment;
  readonly isGuarded?: boolean;
  readonly isSigned?: boolean;
}

const startCaseAgent: Plan['start'] = (env) => AgentProcess.start({ env });

const PLANS: Readonly<Record<SubjectName, Plan>> = {
  open: { start: startCaseAgent },
  guarded: { start: startCaseAgent, isGuarded: true },
  'without streams': { start: startCaseAgent, env: { STREAMING: 'false' } },
  'with extensions': { start: startCaseAgent, env: { EXTENSIONS: JSON.stringify(DECLARED) } },
  'with an extended card': { start: startCardAgent, isGuarded: true },
  'with nothing to extend': { start: startCardAgent, env: { INNER: 'off' }, isGuarded: true },
  signed: {
    start: startCardAgent,
    env: {
      PUBLIC: 'none',
      PUBLIC_URL: AUDIENCE,
      STREAMING: 'false',
      EXTENSIONS: JSON.stringify([{ uri: EXTENSIONS.optional, required: false, params: ODD_PARAMS }]),
    },
    isGuarded: true,
    isSigned: true,
  },
};

/** An agent under test, and how its callers prove who they are. */
export interface Subject {
  readonly agent: AgentProcess;
  /** Who gives out the tokens, where the agent asks who calls. */
  readonly issuer?: TokenIssuer;
  /** What the process knows and nobody may be told: its folder, and the files and private halves of its keys. */
  readonly secrets: readonly string[];
  /** Headers of a caller of this name; of none: whoever is not known. @param scope what its token allows */
  credentials(caller?: string, scope?: string): Promise<Record<string, string>>;
}

/** Whether the subject asks who calls. */
export function isGuarded(name: SubjectName): boolean {
  return PLANS[name].isGuarded ?? false;
}

/** Starts the agents of one spec file when they are asked for, each once. */
export class Subjects {
  private readonly started = new Map<SubjectName, Promise<Subject>>();
  private issuer?: Promise<TokenIssuer>;
  private keys?: Promise<CardKeyFiles>;

  get(name: SubjectName): Promise<Subject> {
    const subject = this.started.get(name) ?? this.start(PLANS[name]);
    this.started.set(name, subject);
    return subject;
  }

  async end(): Promise<void> {
    const subjects = await Promise.allSettled(this.started.values());
    const agents = subjects.map((one) => (one.status === 'fulfilled' ? one.value.agent : undefined));
    await endAgents(...agents);
    await (await this.issuer)?.close();
    (await this.keys)?.remove();
  }

  private async start({ start, env, isGuarded: guarded, isSigned: signed }: Plan): Promise<Subject> {
    const issuer = guarded ? await (this.issuer ??= opened()) : undefined;
    const keys = signed ? await (this.keys ??= writeCardKeys()) : undefined;
    const agent = await start({
      ...env,
      ...(issuer && { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE }),
      ...(keys && { SIGNING_KEYS: JSON.stringify(keys.paths) }),
    });
    await agent.serves('/readyz');
    const secrets = [agent.dataDir, ...(keys?.paths ?? []), ...(keys?.secrets ?? [])];
    return { agent, issuer, secrets, credentials: (caller, scope) => credentialsOf(issuer, caller, scope) };
  }
}

async function opened(): Promise<TokenIssuer> {
  const issuer = await TokenIssuer.create(AUDIENCE);
  await issuer.open();
  return issuer;
}

async function credentialsOf(
  issuer?: TokenIssuer,
  caller?: string,
  scope?: string,
): Promise<Record<string, string>> {
  if (!issuer || caller === undefined) return {};
  const token = await issuer.token(caller, scope === undefined ? {} : { scope });
  return { authorization: `Bearer ${token}` };
}
