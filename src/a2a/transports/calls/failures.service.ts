import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { DatastoreHealth } from '../../datastore/lifecycle/datastore-health.service.js';
import { type Failure, internalError, knownFailure, unavailable } from './failure.js';

/** Tells what a caller may know of an error; the rest is logged under an id that the caller gets. */
@Injectable()
export class Failures {
  private readonly logger = new Logger('Call');

  constructor(private readonly datastore: DatastoreHealth) {}

  /** What to answer to an error. Never throws. */
  of(error: unknown): Failure {
    return knownFailure(error) ?? this.logged(error);
  }

  /** Like {@link of}, but asks the datastore first when an error may come of its absence and does not look it. */
  async explained(error: unknown): Promise<Failure> {
    if (!knownFailure(error) && !this.datastore.explains(error)) {
      // Not every error of a lost connection can be told by its looks, and the last ping was before it.
      await this.datastore.check();
    }
    return this.of(error);
  }

  private logged(error: unknown): Failure {
    const correlationId = randomUUID();
    if (this.datastore.explains(error)) {
      this.logger.warn(`The datastore is away (${correlationId}): ${String(error)}`);
      return unavailable(correlationId);
    }
    const stack = error instanceof Error ? error.stack : undefined;
    this.logger.error(`Internal error ${correlationId}: ${String(error)}`, stack);
    return internalError(correlationId);
  }
}
