import type { Artifact, JsonObject, JsonValue, Part } from '../../protocol/index.js';
import { readMembers, storedMembers, type StoredMembers } from './stored-text.js';

/** What a member of an artifact's metadata is called among the members of the artifact itself. */
const METADATA_PREFIX = 'metadata.';

/**
 * An artifact without id and parts, flat: each chunk's members are laid over those of the chunks before it, and
 * so are the members of its metadata.
 */
export function storedHead(artifact: Artifact): StoredMembers {
  const { artifactId: _id, parts: _parts, metadata, ...members } = artifact;
  const flat: JsonObject = { ...members };
  if (metadata !== undefined) {
    flat.metadata = {};
    for (const [name, value] of Object.entries(metadata)) flat[METADATA_PREFIX + name] = value;
  }
  return storedMembers(flat);
}

/** Parts as the inside of a JSON array, so that SQL can join those of many chunks. */
export function storedParts(parts: readonly Part[]): string {
  return JSON.stringify(parts).slice(1, -1);
}

/** The parts that {@link storedParts} stored, or several of them joined by commas. */
export function readParts(stored: string): Part[] {
  return JSON.parse(`[${stored}]`) as Part[];
}

/** The artifact whose head {@link storedHead} stored. */
export function readArtifact(artifactId: string, head: StoredMembers, parts: Part[]): Artifact {
  const members: [string, JsonValue][] = [];
  const metadata: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(readMembers(head))) {
    if (name.startsWith(METADATA_PREFIX)) metadata.push([name.slice(METADATA_PREFIX.length), value]);
    else if (name !== 'metadata') members.push([name, value]);
  }
  const artifact: Artifact = { artifactId, ...Object.fromEntries(members), parts };
  if ('metadata' in head) artifact.metadata = Object.fromEntries(metadata);
  return artifact;
}
