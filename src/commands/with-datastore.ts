import { ConsoleLogger, Logger, type LogLevel } from '@nestjs/common';
import { datastoreFor } from '../a2a/datastore/open-datastore.js';
import type { Datastore } from '../a2a/datastore/ports/index.js';
import type { A2AOptions } from '../a2a/index.js';

/** Leaves the standard output to what the command has to say. */
class ErrorOutputLogger extends ConsoleLogger {
  protected override printMessages(messages: unknown[], context?: string, level?: LogLevel): void {
    super.printMessages(messages, context, level, 'stderr');
  }
}

/**
 * Does something with an open datastore.
 *
 * @returns what `work` does
 * @throws what `work` throws, and DatastoreError when the datastore can not be used
 */
export async function withDatastore<T>(
  { datastore, agent }: A2AOptions,
  work: (datastore: Datastore) => Promise<T>,
): Promise<T> {
  Logger.overrideLogger(new ErrorOutputLogger());
  const logger = new Logger('Datastore');
  const opened = datastoreFor({ ...datastore, name: agent.name, warn: (line) => logger.warn(line) });
  try {
    await opened.open();
    return await work(opened);
  } finally {
    await opened.close();
  }
}
