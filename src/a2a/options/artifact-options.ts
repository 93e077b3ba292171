/** What becomes of raw content that skills give, by its size. */
export interface ArtifactOptions {
  /** Up to so many bytes stand in the part itself; what is larger is kept beside the task. 256 KiB unless set. */
  readonly inlineMaxBytes?: number;
  /** The largest content, in bytes; more fails the task. 1 GiB unless set. */
  readonly maxBytes?: number;
  /**
   * A folder that all processes of the agent share, in which contents are kept. Unless set they are in PostgreSQL, and on
   * Redis there are none above `inlineMaxBytes`.
   */
  readonly folder?: string;
}

/** The bounds of raw content, in bytes. */
export type ArtifactBounds = Required<Omit<ArtifactOptions, 'folder'>>;

/** What stands in parts stands in the log too, of which readers hold some events at a time. */
const MOST_INLINE_BYTES = 4 * 1024 * 1024;

const DEFAULT_BOUNDS: ArtifactBounds = { inlineMaxBytes: 256 * 1024, maxBytes: 1024 ** 3 };

/**
 * The bounds in force; one that is undefined counts as unset.
 *
 * @throws RangeError naming one that can not be
 */
export function artifactBoundsOf({
  artifacts = {},
}: {
  readonly artifacts?: ArtifactOptions;
}): ArtifactBounds {
  const { inlineMaxBytes = DEFAULT_BOUNDS.inlineMaxBytes, maxBytes = DEFAULT_BOUNDS.maxBytes } = artifacts;
  requireWhole('artifacts.inlineMaxBytes', inlineMaxBytes, MOST_INLINE_BYTES);
  requireWhole('artifacts.maxBytes', maxBytes, Number.MAX_SAFE_INTEGER);
  return { inlineMaxBytes, maxBytes };
}

function requireWhole(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new RangeError(`${name} must be a whole number from 1 to ${most}; it is ${value}.`);
  }
}

/** Where the contents of large artifacts are served unless the options say otherwise. */
export const DEFAULT_ARTIFACT_PATH = '/a2a/artifacts';

/** The injection token of the path that contents are served below, without a slash at its end. */
export const ARTIFACT_PATH = Symbol('nest-a2a:ArtifactPath');

/**
 * @param path begins with a slash
 * @returns the path without a slash at its end
 * @throws Error for the root: contents are below a path of their own
 */
export function artifactPath(path: string): string {
  const base = path.replace(/\/+$/, '');
  if (!base.startsWith('/')) {
    throw new Error(
      `The contents of artifacts can not be served at "${path}": give them a path of their own, such as ${DEFAULT_ARTIFACT_PATH}.`,
    );
  }
  return base;
}
