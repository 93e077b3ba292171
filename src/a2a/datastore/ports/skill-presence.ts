/** Which skills the processes of this agent have, so that work for one that is gone can be ended. */
export interface SkillPresence {
  /** Says that this process has these skills now. */
  announce(skillIds: readonly string[]): Promise<void>;

  /** @returns milliseconds since any process announced the skill last; undefined if none ever did */
  lastAnnounced(skillId: string): Promise<number | undefined>;
}
