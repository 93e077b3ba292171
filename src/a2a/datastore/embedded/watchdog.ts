import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { runAs, type ServerAccount } from './server-account.js';

/** A process that doesn't outlive the agent. */
export interface WatchedProcess {
  /** The exit code once it is gone, 128 + n after signal n; null when the watchdog itself was killed. */
  readonly exited: Promise<number | null>;
  /** true: it is gone. */
  hasExited(): boolean;
  /** Sends SIGINT, which to PostgreSQL means: end all sessions, write everything down, leave. */
  interrupt(): void;
  /** From now on it doesn't keep an agent alive that has nothing left to do. */
  unref(): void;
}

/**
 * The shell's standard input is a pipe that only the agent holds. However the agent dies, the system closes
 * its end, `read` returns, and the process gets SIGINT. Signals from a terminal pass both by: they are a
 * session of their own.
 *
 * The reader is killed with -9 because it inherits the ignored signals, and before the shell leaves, lest it
 * signal a pid that is no longer ours.
 */
const WATCHDOG = `trap "" INT TERM HUP
exec 3<&0
"$@" </dev/null 3<&- &
watched=$!
( read _ <&3; kill -INT $watched ) &
reader=$!
wait $watched
code=$?
kill -9 $reader
exit $code`;

/**
 * Starts a program that gets SIGINT when this process ends, by whatever means.
 *
 * @param output a file descriptor for what the program prints
 */
export function startWatched(
  program: string,
  args: readonly string[],
  options: { account: ServerAccount | undefined; output: number },
): WatchedProcess {
  const child = spawn('/bin/sh', ['-c', WATCHDOG, 'nest-a2a', program, ...args], {
    ...runAs(options.account),
    cwd: '/',
    detached: true,
    // A short list on purpose: the agent's environment holds secrets, and PG* or LC_* would change the server.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', options.output, options.output],
  });
  const pipe = child.stdin;
  pipe?.on('error', () => undefined);
  const unref = (): void => {
    child.unref();
    if (pipe instanceof Socket) pipe.unref();
  };

  let gone = false;
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => {
      gone = true;
      resolve(code);
    });
    child.once('error', (error) => {
      gone = true;
      reject(error);
    });
  });
  exited.catch(() => undefined);
  return { exited, hasExited: () => gone, interrupt: () => pipe?.end(), unref };
}
