import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/** What the system knows about a process that runs. */
export interface ProcessFacts {
  /** Differs between two processes that got the same pid one after the other. */
  readonly started: string;
  /** Name of the program, without its folder. */
  readonly program: string;
  /** The arguments, each between two NULs (Linux) or spaces (elsewhere). */
  readonly arguments: string;
  /** The folder it works in; undefined when the system doesn't tell. */
  readonly workingDirectory: string | undefined;
}

/**
 * Looks at a process. One that is dead but not yet waited for by its parent counts as gone: in a container
 * process 1 may never do that, and such a pid answers to signal 0 for ever.
 *
 * @returns undefined when no process with this pid runs
 */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return existsSync('/proc/self/stat') ? factsFromProc(pid) : factsFromPs(pid);
}

async function factsFromProc(pid: number): Promise<ProcessFacts | undefined> {
  const [stat, commandLine, workingDirectory] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''),
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => undefined),
  ]);
  // The program's name stands in brackets and may itself hold brackets and spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const started = fields[19];
  if (!state || !started || 'ZX'.includes(state)) return undefined;
  const end = commandLine.indexOf('\0');
  return {
    started,
    program: basename(end < 0 ? commandLine : commandLine.slice(0, end)),
    arguments: end < 0 ? '' : commandLine.slice(end),
    workingDirectory,
  };
}

async function factsFromPs(pid: number): Promise<ProcessFacts | undefined> {
  const ask = async (column: string): Promise<string> => {
    const asked = promisify(execFile)('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], {
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    return asked.then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  };
  const [state, started, program, commandLine] = await Promise.all(
    ['state', 'lstart', 'comm', 'command'].map(ask),
  );
  if (!state || !started || state.startsWith('Z')) return undefined;
  return {
    started,
    program: basename(program ?? ''),
    arguments: `${(commandLine ?? '').slice(program?.length ?? 0)} `,
    workingDirectory: undefined,
  };
}
