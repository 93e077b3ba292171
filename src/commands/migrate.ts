import type { A2AOptions } from '../a2a/index.js';
import { withDatastore } from './with-datastore.js';

/**
 * Brings what is stored up to date, as every start does.
 *
 * @throws when the datastore can not be used
 */
export async function migrate(options: A2AOptions): Promise<void> {
  await withDatastore(options, () => Promise.resolve());
  console.log(`What is stored for "${options.agent.name}" is up to date.`);
}
