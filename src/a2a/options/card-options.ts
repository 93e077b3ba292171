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

/** What `A2AModule.forRoot` takes about the Agent Card (sections 4.4 and 8). */
export interface CardOptions {
  /** The interfaces in the order of preference, each of which must be mounted; others that are mounted follow. */
  readonly interfaces?: readonly (Binding | InterfaceOptions)[];
  /** How long a caller may keep the public card before it asks again, in seconds; 3600 unless set. */
  readonly maxAgeSeconds?: number;
  /**
   * Whether the card declares an extended card. Unless set it does when a skill or an interface is not for everybody,
   * and callers prove who they are.
   */
  readonly extended?: boolean;
  /** Whether the card names the extensions that are the library's own: progress, choice of the skill; true unless set. */
  readonly ownExtensions?: boolean;
}

/** How long the public card may be kept, unless the options say otherwise. */
export const DEFAULT_CARD_MAX_AGE_S = 3_600;
