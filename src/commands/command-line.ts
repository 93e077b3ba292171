import { parseArgs } from 'node:util';

/** What the process is started for. */
export type Command =
  | { readonly name: 'run' | 'migrate' | 'help' }
  | { readonly name: 'inspect'; readonly taskId: string }
  | {
      readonly name: 'card-lint';
      /** A file, or `-` for the standard input; unless given the agent's own card. */
      readonly source?: string;
      readonly strict: boolean;
      readonly production: boolean;
      readonly json: boolean;
    }
  | { readonly name: 'card'; readonly out?: string }
  /** Without `after` the agent's own card comes in the place of the one before. */
  | { readonly name: 'card-diff'; readonly before: string; readonly after?: string }
  | { readonly name: 'card-keygen'; readonly out: string; readonly alg?: string; readonly kid?: string }
  /** The arguments are none that are known. */
  | { readonly name: 'unknown'; readonly why: string };

/** What `--help` says. */
export const USAGE = `Usage: node dist/main.js [command]

Without a command the agent runs, in the role that ROLE says.

Commands:
  migrate            bring what is stored up to date, and end
  inspect <task id>  print what is known of a task, whoever owns it, and end
  card               print the agent's own card, as everybody sees it
                     --out <file>  keep it in a file; what differs is printed, and nothing is written if skills
                                   or security changed and the version did not
  card-lint [file]   say what is wrong with an Agent Card: the agent's own unless a file is given; - reads the
                     standard input
                     --production  as it is used in earnest: inner addresses and plain http are errors
                     --strict      warnings fail too
                     --json        findings as JSON
  card-diff <before> [after]
                     say what differs between two Agent Cards, the second the agent's own unless given: 1 if
                     something breaks callers, 3 if skills or security changed and the version did not
  card-keygen --out <file>
                     make a key that signs Agent Cards, as a private JWK
                     --alg <name>  ES256 (unless given), ES384, EdDSA, RS256 or PS256
                     --kid <name>  the name of the key
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
  if (name === 'card-lint') {
    return readCardLint(rest);
  }
  if (name === 'card-keygen') {
    return readCardKeygen(rest);
  }
  if (name === 'card-diff') {
    const [before, after] = rest;
    return before !== undefined && rest.length <= 2
      ? { name, before, after }
      : { name: 'unknown', why: 'card-diff takes two files, or one.' };
  }
  if (name === 'card') {
    return readCard(rest);
  }
  return { name: 'unknown', why: `"${name}" is no command.` };
}

function readCard(args: readonly string[]): Command {
  try {
    return { name: 'card', ...parseArgs({ args: [...args], options: { out: { type: 'string' } } }).values };
  } catch {
    return { name: 'unknown', why: 'card takes --out with the file to write.' };
  }
}

function readCardKeygen(args: readonly string[]): Command {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { out: text, alg: text, kid: text } });
    return values.out === undefined
      ? { name: 'unknown', why: 'card-keygen needs --out with the file to write.' }
      : { name: 'card-keygen', ...values, out: values.out };
  } catch {
    return { name: 'unknown', why: 'card-keygen takes --out, --alg and --kid, each with a value.' };
  }
}

function readCardLint(args: readonly string[]): Command {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { strict: flag, production: flag, json: flag },
      allowPositionals: true,
    });
    const [source, ...more] = positionals;
    return more.length === 0
      ? { name: 'card-lint', source, ...values }
      : { name: 'unknown', why: 'card-lint takes one file.' };
  } catch {
    return { name: 'unknown', why: 'card-lint knows --strict, --production and --json.' };
  }
}
