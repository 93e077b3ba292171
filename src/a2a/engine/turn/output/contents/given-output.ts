import type { Artifact, Part } from '../../../../protocol/index.js';
import type {
  ArtifactEvent,
  ProgressEvent,
  RemarkEvent,
  SkillOutput,
  SkillPart,
} from '../../../../skills/face/index.js';
import { type ContentStream, isStream } from './content-source.js';

/** What a skill gives once its raw content is where it belongs. */
export type PlacedOutput =
  | string
  | Part
  | Artifact
  | (Omit<ArtifactEvent, 'artifact'> & { readonly artifact: Artifact })
  | ProgressEvent
  | RemarkEvent;

/** The parts of an artifact in what a skill gives; none where there is no artifact, or nothing that is one. */
export function partsOf(output: SkillOutput): readonly SkillPart[] {
  if (typeof output !== 'object' || output === null || 'progress' in output || 'remark' in output) {
    return [];
  }
  const given: unknown =
    'artifactId' in output ? output.parts : 'artifact' in output ? output.artifact?.parts : [output];
  return Array.isArray(given) ? given.filter((part) => typeof part === 'object' && part !== null) : [];
}

/** The same output with each of its parts as `place` gives it back. */
export async function withParts(
  output: SkillOutput,
  place: (part: SkillPart) => Part | Promise<Part>,
): Promise<PlacedOutput> {
  if (typeof output === 'string' || 'progress' in output || 'remark' in output) {
    return output;
  }
  const all = async (parts: readonly SkillPart[]): Promise<Part[]> => {
    const placed: Part[] = [];
    for (const part of parts) placed.push(await place(part));
    return placed;
  };
  if ('artifactId' in output) {
    return { ...output, parts: await all(output.parts) };
  }
  if ('artifact' in output) {
    return { ...output, artifact: { ...output.artifact, parts: await all(output.artifact.parts) } };
  }
  return place(output);
}

/** The contents of an output that come over time. */
export function streamsOf(output: SkillOutput): ContentStream[] {
  return partsOf(output).flatMap((part) => ('raw' in part && isStream(part.raw) ? [part.raw] : []));
}

/** What an output takes of memory while it waits, in bytes. */
export function weightOf(output: SkillOutput): number {
  const parts = partsOf(output);
  return parts.some((part) => 'raw' in part)
    ? parts.reduce((sum, part) => sum + weightOfPart(part), 0)
    : JSON.stringify(output).length;
}

function weightOfPart(part: SkillPart): number {
  if (!('raw' in part)) {
    return JSON.stringify(part).length;
  }
  const { raw } = part;
  return typeof raw === 'string' ? raw.length : raw instanceof Uint8Array ? raw.byteLength : 0;
}
