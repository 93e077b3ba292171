import type { A2AOptions, ProcessRole } from '../../../src/a2a/index.js';

/** Options of a test's agent, from the environment of its process. */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv): A2AOptions {
  const number = (name: string) => (env[name] === undefined ? undefined : Number(env[name]));
  const limits = {
    maxBodyBytes: number('MAX_BODY_BYTES'),
    maxHeaderBytes: number('MAX_HEADER_BYTES'),
    maxPageBytes: number('MAX_PAGE_BYTES'),
    maxTurns: number('MAX_TURNS'),
    maxHistory: number('MAX_HISTORY'),
    heartbeatMs: number('HEARTBEAT_MS'),
    recheckMs: number('RECHECK_MS'),
    leaseMs: number('LEASE_MS'),
    sweepMs: number('SWEEP_MS'),
    maxWaitingTurns: number('MAX_WAITING_TURNS'),
    maxWaitingPerQueue: number('MAX_WAITING_PER_QUEUE'),
    maxWaitingPerPrincipal: number('MAX_WAITING_PER_PRINCIPAL'),
    maxOpenStreams: number('MAX_OPEN_STREAMS'),
    orphanedAfterMs: number('ORPHANED_AFTER_MS'),
    shutdownGraceMs: number('SHUTDOWN_GRACE_MS'),
  };
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience } = env;
  return {
    agent: { name: 'cases', description: 'Does what a test asks for.', version: '1.0.0' },
    publicUrl: `http://127.0.0.1:${env.PORT}`,
    role: (env.ROLE ?? 'all') as ProcessRole,
    datastore: { url: env.DATASTORE_URL, dataDir: env.DATA_DIR ?? '.data' },
    oauth: issuer && audience ? { issuer, audience } : undefined,
    security: env.SECURITY === undefined ? undefined : (JSON.parse(env.SECURITY) as A2AOptions['security']),
    extensions: JSON.parse(env.EXTENSIONS ?? '[]') as A2AOptions['extensions'],
    streaming: env.STREAMING !== 'false',
    idempotency: env.IDEMPOTENCY as A2AOptions['idempotency'],
    retention: JSON.parse(env.RETENTION ?? '{}') as A2AOptions['retention'],
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}
