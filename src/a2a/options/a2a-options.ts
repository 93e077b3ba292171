/** Who this agent is: what its card says of it (section 4.4.1). */
export interface AgentDescription {
  readonly name: string;
  readonly description: string;
  /** The agent's own version, not the protocol's. */
  readonly version: string;
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  /** Media types that skills take and give unless they say otherwise; `text/plain` unless set. */
  readonly defaultInputModes?: readonly string[];
  readonly defaultOutputModes?: readonly string[];
}

/** The media types of skills whose agent says nothing of them. */
export const DEFAULT_MODES: readonly string[] = ['text/plain'];

/** What a process does: take messages, work on them, or both. */
export type ProcessRole = 'all' | 'api' | 'worker';

/** Where tasks, events and queues are kept. */
export interface DatastoreOptions {
  /** `postgres://...`; unset: a private PostgreSQL is started, for one process in role `all`. */
  readonly url?: string;
  /** The folder of the private PostgreSQL. */
  readonly dataDir: string;
}

/** The bearer tokens that are accepted: JWTs of this issuer for this audience. */
export interface OAuthOptions {
  readonly issuer: string;
  readonly audience: string;
}

/** What `A2AModule.forRoot` takes. */
export interface A2AOptions {
  readonly agent: AgentDescription;
  /** The origin under which callers reach the agent, without a trailing slash. */
  readonly publicUrl: string;
  readonly role: ProcessRole;
  readonly datastore: DatastoreOptions;
  /** Unset: callers are not asked who they are. */
  readonly oauth?: OAuthOptions;
  readonly limits?: Partial<Limits>;
}

/** Bounds with defaults that suit a small pod. */
export interface Limits {
  /** The largest request body, in bytes; 10 MiB unless set. */
  readonly maxBodyBytes: number;
  /** A silent stream gets a comment this often, in milliseconds; 10 s unless set, at most 15 s. */
  readonly heartbeatMs: number;
  /** A claim on a turn lapses this long after its worker was last heard of; 15 s unless set. */
  readonly leaseMs: number;
  /** How often recovery looks for turns that nobody works on; 5 s unless set. */
  readonly sweepMs: number;
  /** Turns that may wait in one task while another runs; 10 unless set. */
  readonly maxWaitingTurns: number;
}

/**
 * The bounds in force; one that is undefined counts as unset.
 *
 * @throws RangeError naming one that can not be
 */
export function limitsOf({ limits = {} }: A2AOptions): Limits {
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    if (!Number.isInteger(value) || value < 1 || (name === 'heartbeatMs' && value > MAX_HEARTBEAT_MS)) {
      const most = name === 'heartbeatMs' ? ` and at most ${MAX_HEARTBEAT_MS}` : '';
      throw new RangeError(`limits.${name} must be a whole number of at least 1${most}; it is ${value}.`);
    }
  }
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}

/** Proxies cut streams that are silent for longer. */
const MAX_HEARTBEAT_MS = 15_000;

const DEFAULT_LIMITS: Limits = {
  maxBodyBytes: 10 * 1024 * 1024,
  heartbeatMs: 10_000,
  leaseMs: 15_000,
  sweepMs: 5_000,
  maxWaitingTurns: 10,
};

/** The injection token of the {@link A2AOptions}. */
export const A2A_OPTIONS = Symbol('nest-a2a:A2AOptions');
