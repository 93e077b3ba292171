import { datastoreFor, type DatastoreOptions } from '../../src/a2a/datastore/open-datastore.js';
import type { Datastore } from '../../src/a2a/datastore/ports/index.js';

/** @returns a datastore that is open; whoever asked for it closes it */
export async function openedDatastore(options: Partial<DatastoreOptions>): Promise<Datastore> {
  const datastore = datastoreFor({ dataDir: '', name: 'contract', warn: () => undefined, ...options });
  try {
    await datastore.open();
  } catch (error) {
    await datastore.close();
    throw error;
  }
  return datastore;
}
