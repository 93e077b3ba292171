import { isLoopbackHost } from '../a2a/net/loopback.js';
import { isHost } from './accepted-values.js';
import type { Environment } from './environment.js';

/** What the agent's own code says that decides what its environment may be. */
export interface DeclaredInCode {
  /** Whether it declares what callers must prove; then OAUTH_ISSUER need not. */
  readonly isSecured: boolean;
}

/** What values that are right each by itself do wrong together; each line says what to set. */
export function faultsTogether(environment: Environment, declared: DeclaredInCode): string[] {
  return [
    ...securityFaults(environment, declared),
    ...datastoreFaults(environment),
    ...pathFaults(environment),
  ];
}

function securityFaults(
  { OAUTH_ISSUER, OAUTH_AUDIENCE, ALLOW_ANONYMOUS, HOST, ROLE }: Environment,
  { isSecured }: DeclaredInCode,
): string[] {
  const faults: string[] = [];
  const isOAuth = OAUTH_ISSUER !== undefined || OAUTH_AUDIENCE !== undefined;
  if (isOAuth && OAUTH_AUDIENCE === undefined) {
    faults.push('OAUTH_ISSUER needs an audience: set OAUTH_AUDIENCE to the `aud` of your access tokens');
  }
  if (isOAuth && OAUTH_ISSUER === undefined) {
    faults.push('OAUTH_AUDIENCE needs an issuer: set OAUTH_ISSUER to the `iss` of your access tokens');
  }
  if (isOAuth && ALLOW_ANONYMOUS === 'true') {
    faults.push(
      'ALLOW_ANONYMOUS=true contradicts OAUTH_ISSUER and OAUTH_AUDIENCE: set ALLOW_ANONYMOUS=false, or unset the other two',
    );
  }
  if (isSecured && (isOAuth || ALLOW_ANONYMOUS === 'true')) {
    faults.push(
      'the agent declares its security in code (agentSecurity): unset OAUTH_ISSUER, OAUTH_AUDIENCE and ALLOW_ANONYMOUS, ' +
        'or have agentSecurity return undefined',
    );
  }
  const isOpen = HOST !== undefined && isHost(HOST) && !isLoopbackHost(HOST);
  // What a worker serves, everybody may know.
  if (!isOAuth && !isSecured && ALLOW_ANONYMOUS !== 'true' && isOpen && ROLE !== 'worker') {
    faults.push(
      `HOST=${HOST} would let every machine use this agent without security: set OAUTH_ISSUER and OAUTH_AUDIENCE, ` +
        'declare security in src/agent/agent.config.ts, or set HOST=127.0.0.1, or ALLOW_ANONYMOUS=true if that is meant',
    );
  }
  return faults;
}

function datastoreFaults({ DATASTORE_URL, NODE_ENV, ROLE }: Environment): string[] {
  if (DATASTORE_URL !== undefined) {
    return [];
  }
  const faults: string[] = [];
  if (NODE_ENV === 'production') {
    faults.push(
      'NODE_ENV=production needs a datastore: set DATASTORE_URL=postgres://user:password@host:5432/name',
    );
  }
  if (ROLE === 'api' || ROLE === 'worker') {
    faults.push(
      `ROLE=${ROLE} needs a datastore that other processes reach too: ` +
        'set DATASTORE_URL=postgres://user:password@host:5432/name, or ROLE=all',
    );
  }
  return faults;
}

/** What lies below the path of contents can not be reached: every path there is one of a content. */
function pathFaults(environment: Environment): string[] {
  const {
    ARTIFACT_PATH = '/a2a/artifacts',
    JSON_RPC_PATH = '/a2a/jsonrpc',
    HTTP_JSON_PATH = '/a2a/v1',
  } = environment;
  const place = withSlash(ARTIFACT_PATH);
  return Object.entries({ JSON_RPC_PATH, HTTP_JSON_PATH }).flatMap(([name, path]) =>
    place !== '/' && withSlash(path).startsWith(place)
      ? [`${name}=${path} lies below ARTIFACT_PATH=${ARTIFACT_PATH}: set ARTIFACT_PATH to a path of its own`]
      : [],
  );
}

/** As web servers compare paths. */
function withSlash(path: string): string {
  return `${path.replace(/\/$/, '')}/`.toLowerCase();
}
