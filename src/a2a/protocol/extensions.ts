/**
 * Progress of the work: `metadata[PROGRESS_EXTENSION] = { percent, text? }` on status updates and, as last
 * reported, on the task. Optional.
 */
export const PROGRESS_EXTENSION = 'urn:nest-a2a:progress:v1';

/** The skill that a caller wants: `message.metadata[SKILL_MEMBER]`, an id from the card. Optional. */
export const SKILL_EXTENSION = 'urn:nest-a2a:skill:v1';

/** The member of a message's metadata that names the wanted skill. */
export const SKILL_MEMBER = 'skillId';

/** What `metadata[PROGRESS_EXTENSION]` holds. */
export interface Progress {
  /** 0 to 100. */
  percent: number;
  text?: string;
}
