import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Tells everything that is still answering a request that the process shuts down, so that it can end well. */
@Injectable()
export class StreamDrain implements OnModuleDestroy {
  private readonly listeners = new Set<() => void>();
  private streams = 0;
  private draining = false;

  /** How many streams are open; 0 when every reader has been freed. */
  get openStreams(): number {
    return this.streams;
  }

  /**
   * Calls the listener when the process shuts down, at once if it already does.
   *
   * @returns removes the listener
   */
  onDrain(listener: () => void): () => void {
    if (this.draining) {
      listener();
      return () => undefined;
    }
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Counts a stream as open.
   *
   * @returns counts it as closed; further calls change nothing
   */
  open(): () => void {
    this.streams += 1;
    let isOpen = true;
    return () => {
      this.streams -= isOpen ? 1 : 0;
      isOpen = false;
    };
  }

  onModuleDestroy(): void {
    this.drain();
  }

  /** Ends the streams, and hurries the answers; those that begin later too. */
  drain(): void {
    this.draining = true;
    for (const listener of this.listeners) {
      listener();
    }
    this.listeners.clear();
  }
}
