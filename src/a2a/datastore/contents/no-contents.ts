import { ContentRefused, type TaskContents } from '../ports/index.js';

/** What whoever runs an agent should know when nothing large can be kept. */
export const NO_PLACE =
  'Raw content above ARTIFACT_INLINE_MAX can not be kept: nothing large is stored in Redis. Set ARTIFACT_FOLDER to a ' +
  'folder that all processes of the agent share.';

/** For a datastore in which nothing large may lie, while no folder is set up for it. */
export const noContents: TaskContents = {
  write: () =>
    Promise.reject(
      new ContentRefused(
        'no-place',
        'The content is too large for this agent. Its operator sets ARTIFACT_FOLDER.',
      ),
    ),
  describe: () => Promise.resolve(undefined),
  async *read() {
    // Nothing was described, so there is nothing to read.
  },
  deleteOf: () => Promise.resolve(),
  survey: () => Promise.resolve([]),
};
