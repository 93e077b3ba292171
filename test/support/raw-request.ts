import { connect } from 'node:net';
import { within } from './eventually.js';

/** What came back on a socket. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a request as it is written, for what no client would send; its lines end with CRLF, as HTTP asks. */
export async function rawRequest(origin: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const text = await within(
    `an answer to ${lines[0]}`,
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => void (answer += chunk));
      socket.once('end', () => resolve(answer)).once('error', reject);
      socket.write([...lines, 'Host: x', 'Connection: close', '', body].join('\r\n'));
    }),
  );
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...headerLines] = head.split('\r\n');
  const headers = headerLines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
  });
  const named = Object.fromEntries(headers);
  const sent = rest.join('\r\n\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: named,
    body: named['transfer-encoding'] === 'chunked' ? joined(sent) : sent,
  };
}

/** What is in the chunks of a text in ASCII (RFC 9112, section 7.1). */
function joined(chunks: string): string {
  const [size = '0', ...rest] = chunks.split('\r\n');
  const length = Number.parseInt(size, 16);
  const text = rest.join('\r\n');
  return length > 0 ? text.slice(0, length) + joined(text.slice(length + 2)) : '';
}
