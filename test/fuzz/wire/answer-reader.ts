/** What a server has answered. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** `left`: a stream that stays open, of which only the beginning was read. `closed`: the connection was. */
  readonly end: 'whole' | 'closed' | 'left';
}

interface Head {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Reads one answer from the bytes of a connection (RFC 9112). */
export class AnswerReader {
  private bytes: Buffer = Buffer.alloc(0);
  private head?: Head;
  private readonly chunks: Buffer[] = [];

  /** @param hasBody whether an answer with a body may come: to HEAD none does */
  constructor(private readonly hasBody: boolean) {}

  /** Whether a stream of events has begun. */
  get isStream(): boolean {
    return this.head?.headers.get('content-type')?.startsWith('text/event-stream') === true;
  }

  /** @returns the answer when it is whole @throws Error for what is no HTTP */
  push(chunk: Buffer): Answer | undefined {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
    this.head ??= this.readHead();
    return this.head && this.readBody(this.head) ? this.answer('whole') : undefined;
  }

  /** What has come when no more does. @returns undefined when no answer has begun */
  stop(end: 'closed' | 'left'): Answer | undefined {
    return this.head && this.answer(end);
  }

  private answer(end: Answer['end']): Answer | undefined {
    return this.head && { ...this.head, body: Buffer.concat(this.chunks), end };
  }

  private readHead(): Head | undefined {
    const end = this.bytes.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const [statusLine = '', ...lines] = this.bytes.toString('latin1', 0, end).split('\r\n');
    this.bytes = this.bytes.subarray(end + HEAD_END.length);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${statusLine} `)?.[1]);
    if (!(status >= 100)) throw new Error(`No status line: ${statusLine.slice(0, 100)}`);
    // A provisional answer, such as 100 Continue, is followed by the real one.
    if (status < 200) return this.readHead();
    const headers = lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    });
    return { status, headers: new Map(headers) };
  }

  /** @returns whether the body is at its end */
  private readBody({ status, headers }: Head): boolean {
    if (!this.hasBody || status === 204 || status === 304) return true;
    if (headers.get('transfer-encoding') === 'chunked') return this.readChunks();
    const length = headers.get('content-length');
    const rest = Number(length) - this.chunks.reduce((sum, one) => sum + one.length, 0);
    this.chunks.push(this.bytes.subarray(0, length === undefined ? undefined : rest));
    const isWhole = length !== undefined && this.bytes.length >= rest;
    this.bytes = Buffer.alloc(0);
    return isWhole;
  }

  private readChunks(): boolean {
    for (;;) {
      const lineEnd = this.bytes.indexOf('\r\n');
      if (lineEnd === -1) return false;
      const size = Number.parseInt(this.bytes.toString('latin1', 0, lineEnd), 16);
      const begin = lineEnd + 2;
      if (Number.isNaN(size)) throw new Error('A chunk without a size.');
      if (this.bytes.length < begin + size + 2) return false;
      this.chunks.push(this.bytes.subarray(begin, begin + size));
      this.bytes = this.bytes.subarray(begin + size + 2);
      if (size === 0) return true;
    }
  }
}
