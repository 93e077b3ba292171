import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { BINDINGS } from '../a2a/options/card-options.js';
import { Environment } from './environment.js';
import { nearMisses } from './near-misses.js';
import { type DeclaredInCode, faultsTogether } from './rules.js';
import { variablesOf } from './variable.decorator.js';

/** The environment with its defaults filled in. */
export type LoadedEnvironment = Environment &
  Required<
    Pick<
      Environment,
      | 'PORT'
      | 'HOST'
      | 'ROLE'
      | 'DATA_DIR'
      | 'PUBLIC_URL'
      | 'JSON_RPC_PATH'
      | 'HTTP_JSON_PATH'
      | 'ARTIFACT_PATH'
      | 'NODE_ENV'
      | 'INTERFACES'
    >
  >;

/** An environment that the agent can not start in; the message lists every fault and what to set. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(readonly faults: readonly string[]) {
    super(`The environment needs mending:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/**
 * Reads our variables; an empty one counts as unset, other names are none of our business.
 *
 * @param env such as `process.env`
 * @returns the environment, and a line for every name that is probably a misspelt one of ours
 * @throws EnvironmentError listing every fault at once
 */
export function loadEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  declared: DeclaredInCode = { isSecured: false },
): { environment: LoadedEnvironment; warnings: string[] } {
  const known = variablesOf(Environment).map(({ name }) => name);
  const set = known.flatMap((name) => (env[name]?.trim() ? [[name, env[name]?.trim()]] : []));
  const environment = plainToInstance(Environment, Object.fromEntries(set));
  const invalid = validateSync(environment, { stopAtFirstError: true }).flatMap(({ constraints }) =>
    Object.values(constraints ?? {}),
  );
  const faults = [...invalid, ...faultsTogether(environment, declared)];
  if (faults.length > 0) {
    throw new EnvironmentError(faults);
  }
  const warnings = nearMisses(Object.keys(env), known).map(
    ({ name, meant }) => `${name} is set but means nothing to this agent; did you mean ${meant}?`,
  );
  return { environment: withDefaults(environment, declared), warnings };
}

function withDefaults(environment: Environment, { isSecured }: DeclaredInCode): LoadedEnvironment {
  const { PORT = 3000, OAUTH_ISSUER } = environment;
  return Object.assign(environment, {
    PORT,
    HOST: environment.HOST ?? (OAUTH_ISSUER === undefined && !isSecured ? '127.0.0.1' : '0.0.0.0'),
    ROLE: environment.ROLE ?? 'all',
    DATA_DIR: environment.DATA_DIR ?? '.data',
    PUBLIC_URL: (environment.PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, ''),
    JSON_RPC_PATH: withoutSlashAtEnd(environment.JSON_RPC_PATH ?? '/a2a/jsonrpc'),
    HTTP_JSON_PATH: withoutSlashAtEnd(environment.HTTP_JSON_PATH ?? '/a2a/v1'),
    ARTIFACT_PATH: withoutSlashAtEnd(environment.ARTIFACT_PATH ?? '/a2a/artifacts'),
    NODE_ENV: environment.NODE_ENV ?? 'development',
    INTERFACES: environment.INTERFACES ?? BINDINGS,
  });
}

/** The card shows the path as it is mounted; the root keeps its slash. */
function withoutSlashAtEnd(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}
