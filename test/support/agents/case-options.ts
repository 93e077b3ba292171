import type { A2AOptions, ProcessRole } from '../../../src/a2a/index.js';

/** Options of a test's agent, from the environment of its process. */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv): A2AOptions {
  const number = (name: string) => (env[name] === undefined ? undefined : Number(env[name]));
  const limits = {
    maxBodyBytes: number('MAX_BODY_BYTES'),
    heartbeatMs: number('HEARTBEAT_MS'),
    leaseMs: number('LEASE_MS'),
    sweepMs: number('SWEEP_MS'),
    maxWaitingTurns: number('MAX_WAITING_TURNS'),
  };
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience } = env;
  return {
    agent: { name: 'cases', description: 'Does what a test asks for.', version: '1.0.0' },
    publicUrl: `http://127.0.0.1:${env.PORT}`,
    role: (env.ROLE ?? 'all') as ProcessRole,
    datastore: { url: env.DATASTORE_URL, dataDir: env.DATA_DIR ?? '.data' },
    oauth: issuer && audience ? { issuer, audience } : undefined,
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}
