import { Inject, Injectable, IntrinsicException, Logger } from '@nestjs/common';
import {
  TASK_NOTIFICATIONS,
  TASK_STORE,
  type TaskKey,
  type TaskNotifications,
  type TaskStore,
} from '../datastore/ports/index.js';
import { A2A_OPTIONS, type A2AOptions } from '../options/a2a-options.js';
import { limitsOf } from '../options/limits.js';

/** Why a running turn is told to stop. */
export type StopReason = 'ended' | 'failed' | 'lease-lost' | 'shutdown' | 'timeout';

/** The reason of an aborted turn's signal. Intrinsic: a handler that passes it on is no fault to log. */
export class TurnStopped extends IntrinsicException {
  override readonly name = 'AbortError';

  constructor(readonly reason: StopReason) {
    super(REASONS[reason]);
  }
}

const REASONS: Record<StopReason, string> = {
  ended: 'The task was ended by somebody else: canceled, or expired.',
  failed: 'What the skill has published could not be taken.',
  'lease-lost': 'Another attempt has taken over this turn.',
  shutdown: 'The process shuts down.',
  timeout: 'The turn has taken longer than its skill may take.',
};

/** Whether the turn has come to this by itself: then its end is written. */
export function isOwnEnd(reason: StopReason): boolean {
  return reason === 'failed' || reason === 'timeout';
}

/** A turn that runs in this process. */
export interface ActiveTurn {
  /** Aborts when the handler is to stop. */
  readonly signal: AbortSignal;
  /** Aborts when nothing of the turn may be written any more; not at a timeout or failure, which are written. */
  readonly ended: AbortSignal;
  stop(reason: StopReason): void;
  /** Renews this claim from now on. */
  hold(fence: number): void;
  /** Ends the bookkeeping; called when the turn is over. */
  leave(): void;
}

interface Entry {
  readonly key: TaskKey;
  readonly gone: AbortController;
  readonly ended: AbortController;
  fence?: number;
}

function stopEntry({ gone, ended }: Entry, reason: StopReason): void {
  gone.abort(new TurnStopped(reason));
  if (!isOwnEnd(reason)) {
    ended.abort(new TurnStopped(reason));
  }
}

/** The turns that run in this process: keeps their leases, and tells them to stop. */
@Injectable()
export class ActiveTurns {
  private readonly logger = new Logger(ActiveTurns.name);
  private readonly entries = new Set<Entry>();
  private readonly leaseMs: number;
  private timer?: NodeJS.Timeout;
  private stopped?: StopReason;

  constructor(
    @Inject(TASK_STORE) private readonly store: TaskStore,
    @Inject(TASK_NOTIFICATIONS) private readonly notifications: TaskNotifications,
    @Inject(A2A_OPTIONS) options: A2AOptions,
  ) {
    this.leaseMs = limitsOf(options).leaseMs;
  }

  /** Whether no turn runs in this process. */
  get isIdle(): boolean {
    return this.entries.size === 0;
  }

  enter(key: TaskKey): ActiveTurn {
    const entry: Entry = { key, gone: new AbortController(), ended: new AbortController() };
    const stop = (reason: StopReason) => stopEntry(entry, reason);
    const off = this.notifications.subscribe(key.taskId, ({ ended }) => ended && stop('ended'));
    this.entries.add(entry);
    if (this.stopped) {
      stop(this.stopped);
    }
    this.timer ??= setInterval(() => void this.renew(), this.leaseMs / 3).unref();
    return {
      signal: entry.gone.signal,
      ended: entry.ended.signal,
      stop,
      hold: (fence) => void (entry.fence = fence),
      leave: () => {
        off();
        this.entries.delete(entry);
      },
    };
  }

  /** Tells every turn to stop, and those that begin later too. */
  stopAll(reason: StopReason): void {
    this.stopped = reason;
    for (const entry of this.entries) {
      stopEntry(entry, reason);
    }
  }

  private async renew(): Promise<void> {
    const held = [...this.entries].filter((entry) => entry.fence !== undefined);
    if (held.length === 0) {
      return;
    }
    try {
      const claims = held.map((entry) => ({ key: entry.key, fence: entry.fence as number, entry }));
      for (const { entry } of await this.store.renew(claims, this.leaseMs)) {
        if (this.entries.has(entry)) {
          stopEntry(entry, 'lease-lost');
        }
      }
    } catch (error) {
      this.logger.warn(`Leases could not be renewed; trying again: ${String(error)}`);
    }
  }
}
