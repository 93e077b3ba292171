// Where the project's folders are, and the one kind of error whose message is all that its reader needs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Everything that scripts leave behind and that may be deleted at any time. */
export const buildDir = join(root, '.build');

/** The path of a command that an installed package brings, to be run with Node itself (no shell, no .cmd shims). */
export function installedCommand(packageName, command = packageName) {
  const { bin } = JSON.parse(readFileSync(join(root, 'node_modules', packageName, 'package.json'), 'utf8'));
  return join(root, 'node_modules', packageName, typeof bin === 'string' ? bin : bin[command]);
}

/** A failure that is explained in full by its message; printed without a stack. */
export class ScriptFailure extends Error {
  /** @param {string} message @param {number} [code] the exit code */
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Runs a script's main function and turns its result or failure into the exit code. */
export async function exitWith(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error;
    console.error(error.message);
    process.exitCode = error.code;
  }
}
