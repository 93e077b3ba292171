import type { CardKeyProvider } from './card-keys.js';
import type { Visibility } from './visibility.js';

/** The bindings that this agent can serve (section 5). */
export const BINDINGS = ['JSONRPC', 'HTTP+JSON'] as const;

/** The name of a binding. */
export type Binding = (typeof BINDINGS)[number];

/** An interface as the card shows it. */
export interface InterfaceOptions {
  readonly binding: Binding;
  /** Who sees it on their card; everybody, unless set. Whom it serves is for the security to say. */
  readonly visibility?: Visibility;
}

/**
 * Where the callers of the agent are: anywhere (`public`), or in its own network or on its machine (`internal`), where
 * addresses that others can not reach and plain http are in order.
 */
export type Reach = 'public' | 'internal';

/** How the card is looked at when the agent starts. */
export interface CardLintSettings {
  /** Whether warnings keep the agent from starting too; false unless set. */
  readonly strict?: boolean;
  /** Rules that are not looked at, by their ids in `CARD_LINT_RULES`. */
  readonly off?: readonly string[];
}

/** What `A2AModule.forRoot` takes about the Agent Card (sections 4.4 and 8). */
export interface CardOptions {
  /** The interfaces in the order of preference, each of which must be mounted; others that are mounted follow. */
  readonly interfaces?: readonly (Binding | InterfaceOptions)[];
  /** How long a caller may keep the public card before it asks again, in seconds; 3600 unless set. */
  readonly maxAgeSeconds?: number;
  /**
   * Whether only those may read the public card who may call the agent; false unless set. Callers then have to know
   * beforehand how to authenticate: 401 tells them where tokens are had.
   */
  readonly guarded?: boolean;
  /**
   * Whether the card declares an extended card. Unless set it does when a skill or an interface is not for everybody,
   * and callers prove who they are.
   */
  readonly extended?: boolean;
  /** Whether the card names the extensions that are the library's own: progress, choice of the skill; true unless set. */
  readonly ownExtensions?: boolean;
  /** Unset: `internal` where `publicUrl` leads to this machine itself, else `public`. */
  readonly reach?: Reach;
  readonly lint?: CardLintSettings;
  /**
   * The keys that the card is signed with: paths of files with a PEM (PKCS#8 or SPKI), a JWK or a JWKS each, or what
   * holds them. Unset: the card is not signed.
   */
  readonly signingKeys?: readonly string[] | CardKeyProvider;
}

/** How long the public card may be kept, unless the options say otherwise. */
export const DEFAULT_CARD_MAX_AGE_S = 3_600;
