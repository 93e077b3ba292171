import type { JsonObject } from '../protocol/index.js';
import type { ArtifactOptions } from './artifact-options.js';
import type { CardOptions } from './card-options.js';
import type { Limits } from './limits.js';
import type { Duration, RetentionOptions } from './retention.js';
import type { SecurityOptions } from './security/security-options.js';

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
  /** `postgres://...` or `redis://...`; unset: a private PostgreSQL is started, for one process in role `all`. */
  readonly url?: string;
  /** The folder of the private PostgreSQL. */
  readonly dataDir: string;
  /** On Redis: a write is acknowledged when this many replicas have it; 0 unless set. */
  readonly waitReplicas?: number;
}

/** The bearer tokens that are accepted: JWTs of this issuer for this audience. */
export interface OAuthOptions {
  readonly issuer: string;
  readonly audience: string;
}

/** An extension of the protocol that the agent's own code speaks (section 4.6). */
export interface ExtensionOptions {
  /** Its name; a breaking change takes a new one. */
  readonly uri: string;
  readonly description?: string;
  /** Whether callers who do not speak it are refused; false unless set. */
  readonly required?: boolean;
  /** What a caller has to know to use it. */
  readonly params?: JsonObject;
}

/** What `A2AModule.forRoot` takes. */
export interface A2AOptions {
  readonly agent: AgentDescription;
  /** The origin under which callers reach the agent, without a trailing slash. */
  readonly publicUrl: string;
  readonly role: ProcessRole;
  readonly datastore: DatastoreOptions;
  /** What callers must prove. Unset, and `oauth` too: they are not asked who they are. */
  readonly security?: SecurityOptions;
  /** The short form of a `security` of one scheme: the JWTs of one issuer, as bearer tokens. */
  readonly oauth?: OAuthOptions;
  /** Whether callers may follow tasks by streams, declared on the card; true unless set. */
  readonly streaming?: boolean;
  readonly extensions?: readonly ExtensionOptions[];
  /**
   * Who may read the documentation of the interface (`/docs`, `/docs/openapi.json`, `/schemas/a2a-1.0.json`):
   * everybody, unless set; `authenticated` for who may call the agent; false for nobody.
   */
  readonly docs?: boolean | 'authenticated';
  readonly artifacts?: ArtifactOptions;
  readonly card?: CardOptions;
  /** Groups of skills that are not offered, until `SkillGroups` turns them on. */
  readonly skillGroupsOff?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly retention?: RetentionOptions;
  /**
   * How long a message of an authenticated caller is known by its id, so that sending it again leads to the same
   * task; `24h` unless set.
   */
  readonly idempotency?: Duration | 'off';
}

/** The injection token of the {@link A2AOptions}. */
export const A2A_OPTIONS = Symbol('nest-a2a:A2AOptions');
