import { Injectable } from '@nestjs/common';
import {
  type DatastoreCondition,
  DatastoreHealth,
} from '../../datastore/lifecycle/datastore-health.service.js';

/** Whether work may be sent to this process, and why not. */
export interface ReadinessReport {
  readonly status: 'ok' | 'unavailable';
  readonly checks: { readonly datastore: DatastoreCondition; readonly shutdown: 'no' | 'yes' };
}

/** Judges whether this process can do its work. Causes no I/O. */
@Injectable()
export class Readiness {
  private isEnding = false;

  constructor(private readonly datastore: DatastoreHealth) {}

  get report(): ReadinessReport {
    const { condition } = this.datastore;
    const isReady = condition === 'ok' && !this.isEnding;
    return {
      status: isReady ? 'ok' : 'unavailable',
      checks: { datastore: condition, shutdown: this.isEnding ? 'yes' : 'no' },
    };
  }

  /** Not ready from now on, whatever else holds. */
  end(): void {
    this.isEnding = true;
  }
}
