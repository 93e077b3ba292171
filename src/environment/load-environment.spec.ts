import { describe, expect, it } from 'vitest';
import { CardVariables } from './card-variables.js';
import { Environment, EnvironmentError, loadEnvironment, variablesOf } from './index.js';

const OAUTH = { OAUTH_ISSUER: 'https://login.example.com', OAUTH_AUDIENCE: 'agent' };
const DATASTORE = { DATASTORE_URL: 'postgres://user:secret@db:5432/agent' };

/** An agent whose code declares its security. */
const SECURED = { isSecured: true };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadEnvironment(env);
  } catch (error) {
    return (error as EnvironmentError).faults;
  }
  return [];
}

describe('loadEnvironment', () => {
  it('starts with nothing set', () => {
    expect(loadEnvironment({})).toEqual({
      environment: {
        PORT: 3000,
        HOST: '127.0.0.1',
        ROLE: 'all',
        DATA_DIR: '.data',
        PUBLIC_URL: 'http://localhost:3000',
        JSON_RPC_PATH: '/a2a/jsonrpc',
        HTTP_JSON_PATH: '/a2a/v1',
        ARTIFACT_PATH: '/a2a/artifacts',
        NODE_ENV: 'development',
        INTERFACES: ['JSONRPC', 'HTTP+JSON'],
      },
      warnings: [],
    });
  });

  it('serves every address by default only when callers must prove who they are', () => {
    expect(loadEnvironment(OAUTH).environment.HOST).toBe('0.0.0.0');
    expect(loadEnvironment({ ALLOW_ANONYMOUS: 'true' }).environment.HOST).toBe('127.0.0.1');
    expect(loadEnvironment({}, SECURED).environment.HOST).toBe('0.0.0.0');
  });

  it('takes an empty variable as unset', () => {
    const { environment } = loadEnvironment({ PORT: '', HOST: ' ', DATASTORE_URL: '', OAUTH_ISSUER: '' });
    expect(environment).toMatchObject({ PORT: 3000, HOST: '127.0.0.1' });
  });

  it('derives the public address from the port, and takes it without a slash at its end', () => {
    expect(loadEnvironment({ PORT: '8080' }).environment.PUBLIC_URL).toBe('http://localhost:8080');
    expect(loadEnvironment({ PUBLIC_URL: 'https://a.example/x/' }).environment.PUBLIC_URL).toBe(
      'https://a.example/x',
    );
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '1.5'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['ROLE', 'ALL'],
    ['ROLE', 'web'],
    ['DATASTORE_URL', 'mysql://localhost'],
    ['DATASTORE_URL', 'localhost:5432'],
    ['PUBLIC_URL', 'agent.example.com'],
    ['PUBLIC_URL', 'https://a.example/?x'],
    ['PUBLIC_URL', 'https://user:password@a.example'],
    ['JSON_RPC_PATH', 'a2a'],
    ['JSON_RPC_PATH', '/.well-known'],
    ['JSON_RPC_PATH', '/.Well-Known/agent-card.json'],
    ['JSON_RPC_PATH', '/a//b'],
    ['JSON_RPC_PATH', '/a/:id'],
    ['JSON_RPC_PATH', '/a/*x'],
    ['HTTP_JSON_PATH', '/'],
    ['HTTP_JSON_PATH', '/.well-known/x'],
    ['ARTIFACT_PATH', '/'],
    ['ARTIFACT_PATH', 'files'],
    ['ARTIFACT_INLINE_MAX', '0'],
    ['ARTIFACT_INLINE_MAX', '4194305'],
    ['ARTIFACT_MAX_BYTES', '1GiB'],
    ['DOCS', 'true'],
    ['NODE_ENV', 'prod'],
    ['ALLOW_ANONYMOUS', 'yes'],
    ['DATASTORE_URL', 'redis:localhost'],
    ['DATASTORE_URL', 'redis://'],
    ['DATASTORE_URL', 'redis+sentinel:///master'],
    ['DATASTORE_URL', 'redis+proxy://localhost'],
    ['REDIS_WAIT_REPLICAS', '-1'],
    ['REDIS_WAIT_REPLICAS', 'one'],
    ['SHUTDOWN_GRACE_MS', '0'],
    ['SHUTDOWN_GRACE_MS', '20s'],
    ['IDEMPOTENCY', 'no'],
    ['IDEMPOTENCY', '24'],
    ['RETENTION_FAILED', '30'],
    ['RETENTION_UNANSWERED', 'never'],
  ])('%s=%s is one fault that says what to set', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must .* set ${name}=`));
  });

  it.each([
    'redis://localhost',
    'redis://user:p%40ss@localhost:6380/2',
    'redis://:secret@[::1]:6379',
    'rediss://cache.example.com:6380',
    'redis+sentinel://one:26379,two:26379/main',
    'redis+cluster://user:secret@10.0.0.1:7000,10.0.0.2:7001,10.0.0.3',
    'postgresql://localhost/agent?sslmode=require',
  ])('DATASTORE_URL=%s is accepted', (DATASTORE_URL) => {
    expect(faultsOf({ DATASTORE_URL, NODE_ENV: 'production', ROLE: 'api' })).toEqual([]);
  });

  it('reads numbers as numbers', () => {
    const { environment } = loadEnvironment({ SHUTDOWN_GRACE_MS: '5000', REDIS_WAIT_REPLICAS: '1' });
    expect(environment).toMatchObject({ SHUTDOWN_GRACE_MS: 5000, REDIS_WAIT_REPLICAS: 1 });
  });

  it.each(['90s', '7d', 'off'])('IDEMPOTENCY=%s is accepted', (IDEMPOTENCY) => {
    expect(faultsOf({ IDEMPOTENCY })).toEqual([]);
  });

  it('lets a worker answer probes from other machines without security', () => {
    expect(faultsOf({ ROLE: 'worker', HOST: '0.0.0.0', ...DATASTORE })).toEqual([]);
  });

  it.each(['http://login.example.com', 'login.example.com', 'https://login.example.com?x=1'])(
    'OAUTH_ISSUER=%s is a fault',
    (OAUTH_ISSUER) => {
      expect(faultsOf({ ...OAUTH, OAUTH_ISSUER })).toEqual([
        expect.stringContaining('set OAUTH_ISSUER=https://'),
      ]);
    },
  );

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000/realm', 'http://[::1]:1'])(
    'OAUTH_ISSUER=%s is accepted: nobody listens in on this machine',
    (OAUTH_ISSUER) => {
      expect(faultsOf({ ...OAUTH, OAUTH_ISSUER })).toEqual([]);
    },
  );

  it.each(['/', '/rpc', '/a/b/', '/.well-known-ish'])('JSON_RPC_PATH=%s is accepted', (JSON_RPC_PATH) => {
    expect(faultsOf({ JSON_RPC_PATH })).toEqual([]);
  });

  it('mounts a path without its last slash', () => {
    expect(loadEnvironment({ JSON_RPC_PATH: '/a/b/' }).environment.JSON_RPC_PATH).toBe('/a/b');
    expect(loadEnvironment({ JSON_RPC_PATH: '/' }).environment.JSON_RPC_PATH).toBe('/');
  });

  it.each([
    [{ ARTIFACT_PATH: '/a2a' }, ['JSON_RPC_PATH=/a2a/jsonrpc', 'HTTP_JSON_PATH=/a2a/v1']],
    [{ HTTP_JSON_PATH: '/A2A/artifacts/' }, ['HTTP_JSON_PATH=/A2A/artifacts/']],
    [{ ARTIFACT_PATH: '/files', JSON_RPC_PATH: '/files/rpc' }, ['JSON_RPC_PATH=/files/rpc']],
    [{ ARTIFACT_PATH: '/a2a/v1/files', JSON_RPC_PATH: '/' }, []],
    [{ ARTIFACT_PATH: '/a2a/v', HTTP_JSON_PATH: '/a2a/vv' }, []],
  ])('nothing lies below the path of contents, as in %o', (env, faults) => {
    const said = faults.map((fault) => expect.stringContaining(`${fault} lies below ARTIFACT_PATH=`));
    expect(faultsOf(env)).toEqual(said);
  });

  it('production and a single role need a datastore', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([expect.stringContaining('set DATASTORE_URL=')]);
    expect(faultsOf({ ROLE: 'api' })).toEqual([expect.stringContaining('or ROLE=all')]);
    expect(faultsOf({ ROLE: 'worker' })).toEqual([expect.stringContaining('or ROLE=all')]);
    expect(faultsOf({ NODE_ENV: 'production', ROLE: 'api', ...DATASTORE })).toEqual([]);
  });

  it('lists every fault at once, and no secret', () => {
    const env = {
      PORT: 'x',
      ROLE: 'y',
      NODE_ENV: 'z',
      HOST: '0.0.0.0',
      DATASTORE_URL: 'http://user:secret@x',
    };
    expect(faultsOf(env)).toHaveLength(5);
    expect(() => loadEnvironment(env)).toThrow(/PORT must[^]*ROLE must[^]*NODE_ENV must[^]*HOST=0\.0\.0\.0/);
    expect(() => loadEnvironment(env)).not.toThrow(/secret/);
  });

  it('warns of a name that is nearly ours', () => {
    expect(loadEnvironment({ DATASTORE_URI: 'x' }).warnings).toEqual([
      'DATASTORE_URI is set but means nothing to this agent; did you mean DATASTORE_URL?',
    ]);
  });

  it('describes every variable for the configuration table', () => {
    const variables = variablesOf(Environment);
    expect(variables.map(({ name }) => name)).toEqual([
      'PORT',
      'HOST',
      'ROLE',
      'DATASTORE_URL',
      'REDIS_WAIT_REPLICAS',
      'DATA_DIR',
      'PUBLIC_URL',
      'JSON_RPC_PATH',
      'HTTP_JSON_PATH',
      'DOCS',
      'NODE_ENV',
      'SHUTDOWN_GRACE_MS',
      'MAX_PAGE_BYTES',
      'IDEMPOTENCY',
      'RETENTION_COMPLETED',
      'RETENTION_FAILED',
      'RETENTION_CANCELED',
      'RETENTION_REJECTED',
      'RETENTION_UNANSWERED',
      'OAUTH_ISSUER',
      'OAUTH_AUDIENCE',
      'ALLOW_ANONYMOUS',
      ...variablesOf(CardVariables).map(({ name }) => name),
    ]);
    const examples = Object.fromEntries(variables.map(({ name, example }) => [name, example]));
    expect(faultsOf(examples)).toEqual([]);
  });
});
