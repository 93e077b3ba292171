// Runs one child process to its end, passing on the signals that this process receives.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, capture?: boolean }} [options] capture: collect the output
 *   (stdout and stderr as they come) instead of showing it
 * @returns {Promise<{ code: number, output: string }>} code: 128 + n when a signal ended the child, as a shell says it
 */
export function runChild(command, args, { cwd, env = process.env, capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));

    const forward = (signal) => {
      // A terminal has already sent its Ctrl-C to the whole group, and a second one means "at once" to many programs.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const stopForwarding = () => {
      for (const signal of forwardedSignals) process.off(signal, forward);
    };

    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('close', (code, signal) => {
      stopForwarding();
      resolve({
        code: code ?? 128 + constants.signals[signal],
        output: Buffer.concat(chunks).toString('utf8'),
      });
    });
  });
}

/** Runs a JavaScript file with the Node that runs this one. */
export function runNode(file, args, options) {
  return runChild(process.execPath, [file, ...args], options);
}
