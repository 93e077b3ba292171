/** Bounds with defaults that suit a small pod. */
export interface Limits {
  /** The largest request body, in bytes; 10 MiB unless set. */
  readonly maxBodyBytes: number;
  /** JSON values in one request's body: arrays, objects, and what they hold; 100,000 unless set. */
  readonly maxJsonValues: number;
  /** The largest head of a request, in bytes; 16 KiB unless set. */
  readonly maxHeaderBytes: number;
  /** How long a request may take to arrive whole, in milliseconds; 60 s unless set. Its head has a quarter of it. */
  readonly requestTimeoutMs: number;
  /** The largest metadata of a message, of one of its parts, or of a request, as JSON in bytes; 64 KiB unless set. */
  readonly maxMetadataBytes: number;
  /** Parts of one message; 1,000 unless set, at most 5,000. */
  readonly maxParts: number;
  /** History and artifacts on one page of a list, in bytes; 8 MiB unless set. One task is on a page in any case. */
  readonly maxPageBytes: number;
  /** Messages that a caller may send to one task; 1,000 unless set. */
  readonly maxTurns: number;
  /** Messages in the history of one task, beyond which its skill may add none but its answers; 10,000 unless set. */
  readonly maxHistory: number;
  /** A silent stream gets a comment this often, in milliseconds; 10 s unless set, at most 15 s. */
  readonly heartbeatMs: number;
  /** How often the credentials of an open stream are judged again, in milliseconds; 30 s unless set, at most 60 s. */
  readonly recheckMs: number;
  /** A claim on a turn lapses this long after its worker was last heard of; 15 s unless set. */
  readonly leaseMs: number;
  /** How often recovery looks for turns that nobody works on; 5 s unless set. */
  readonly sweepMs: number;
  /** A task whose skill no process has announced for this long ends FAILED; 10 minutes unless set. */
  readonly orphanedAfterMs: number;
  /** How long running turns may go on after the process was told to stop; 20 s unless set. */
  readonly shutdownGraceMs: number;
  /** Turns that may wait in one task while another runs; 10 unless set. */
  readonly maxWaitingTurns: number;
  /** Turns that may wait in the queue of one skill; 100,000 unless set. */
  readonly maxWaitingPerQueue: number;
  /** Tasks of one principal that may wait for a worker; 20,000 unless set. */
  readonly maxWaitingPerPrincipal: number;
  /** Streams that one process holds open; 5,000 unless set. */
  readonly maxOpenStreams: number;
}

/** The largest value of a limit that has one. */
const MOST: Readonly<Record<string, number>> = {
  // Proxies cut streams that are silent for longer.
  heartbeatMs: 15_000,
  // So long a credential may be withdrawn and still be read with.
  recheckMs: 60_000,
  maxParts: 5_000,
};

const DEFAULT_LIMITS: Limits = {
  maxBodyBytes: 10 * 1024 * 1024,
  maxJsonValues: 100_000,
  maxHeaderBytes: 16 * 1024,
  requestTimeoutMs: 60_000,
  maxMetadataBytes: 64 * 1024,
  maxParts: 1_000,
  maxPageBytes: 8 * 1024 * 1024,
  maxTurns: 1_000,
  maxHistory: 10_000,
  heartbeatMs: 10_000,
  recheckMs: 30_000,
  leaseMs: 15_000,
  sweepMs: 5_000,
  orphanedAfterMs: 600_000,
  shutdownGraceMs: 20_000,
  maxWaitingTurns: 10,
  maxWaitingPerQueue: 100_000,
  maxWaitingPerPrincipal: 20_000,
  maxOpenStreams: 5_000,
};

/**
 * The bounds in force; one that is undefined counts as unset.
 *
 * @throws RangeError naming one that can not be
 */
export function limitsOf({ limits = {} }: { readonly limits?: Partial<Limits> }): Limits {
  const set = Object.entries(limits).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    if (!Number.isInteger(value) || value < 1 || value > (MOST[name] ?? Infinity)) {
      const most = MOST[name] === undefined ? '' : ` and at most ${MOST[name]}`;
      throw new RangeError(`limits.${name} must be a whole number of at least 1${most}; it is ${value}.`);
    }
  }
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(set) };
}
