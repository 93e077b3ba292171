/** What the process is started for. */
export type Command =
  | { readonly name: 'run' | 'migrate' | 'help' }
  | { readonly name: 'inspect'; readonly taskId: string }
  /** The arguments are none that are known. */
  | { readonly name: 'unknown'; readonly why: string };

/** What `--help` says. */
export const USAGE = `Usage: node dist/main.js [command]

Without a command the agent runs, in the role that ROLE says.

Commands:
  migrate            bring what is stored up to date, and end
  inspect <task id>  print what is known of a task, whoever owns it, and end
  --help             print this text

The environment says where the datastore is: see .env.example.
`;

/** @param args what stands after the name of the program */
export function readCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  const [taskId] = rest;
  if (args.includes('--help') || args.includes('-h')) {
    return { name: 'help' };
  }
  if (name === undefined) {
    return { name: 'run' };
  }
  if (name === 'migrate') {
    return rest.length === 0 ? { name } : { name: 'unknown', why: 'migrate takes no arguments.' };
  }
  if (name === 'inspect') {
    return taskId !== undefined && rest.length === 1
      ? { name, taskId }
      : { name: 'unknown', why: 'inspect takes one task id.' };
  }
  return { name: 'unknown', why: `"${name}" is no command.` };
}
