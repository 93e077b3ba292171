/** An event as a reader gets it (WHATWG HTML, 9.2.6). */
export interface SseEvent {
  readonly type: string;
  readonly data: string;
  /** The last event id, which an event without one inherits. */
  readonly lastEventId: string;
}

/**
 * Interprets an event stream by the rules of WHATWG HTML, section 9.2, and by no others: lines end with CRLF,
 * LF or CR, a blank line dispatches, what no blank line follows is lost.
 */
export class SseParser {
  readonly events: SseEvent[] = [];
  readonly comments: string[] = [];
  /** Lines whose field name the rules do not know; a reader ignores them, a writer should send none. */
  readonly unknown: string[] = [];
  /** What `retry:` last said, in milliseconds. */
  retryMs?: number;

  private readonly decoder = new TextDecoder('utf-8');
  private rest = '';
  private data = '';
  private type = '';
  private lastEventId = '';

  push(bytes: Uint8Array): void {
    this.rest += this.decoder.decode(bytes, { stream: true });
    for (;;) {
      // A CR at the end of what has come may be the first half of a CRLF.
      const end = /\r\n|\n|\r(?!$)/.exec(this.rest);
      if (!end) return;
      const line = this.rest.slice(0, end.index);
      this.rest = this.rest.slice(end.index + end[0].length);
      this.take(line);
    }
  }

  /** Whether an event has begun that no blank line has ended: a stream must not end like this. */
  get hasUnfinished(): boolean {
    return this.rest !== '' || this.data !== '';
  }

  private take(line: string): void {
    if (line === '') {
      this.dispatch();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      this.comments.push(line.slice(1).replace(/^ /, ''));
      return;
    }
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    this.set(field, value, line);
  }

  private set(field: string, value: string, line: string): void {
    if (field === 'data') {
      this.data += `${value}\n`;
    } else if (field === 'event') {
      this.type = value;
    } else if (field === 'id') {
      if (!value.includes('\0')) this.lastEventId = value;
    } else if (field === 'retry') {
      if (/^\d+$/.test(value)) this.retryMs = Number(value);
    } else {
      this.unknown.push(line);
    }
  }

  private dispatch(): void {
    if (this.data !== '') {
      this.events.push({
        type: this.type || 'message',
        data: this.data.slice(0, -1),
        lastEventId: this.lastEventId,
      });
    }
    this.data = '';
    this.type = '';
  }
}
