import type { A2AOptions } from './a2a/index.js';
import { agentConfig, agentSecurity } from './agent/agent.config.js';
import type { LoadedEnvironment } from './environment/index.js';

const DOCS = { public: true, authenticated: 'authenticated', off: false } as const;

/** @returns what the library needs to know, from who this agent is and what the environment says */
export function agentOptions(environment: LoadedEnvironment): A2AOptions {
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience } = environment;
  return {
    agent: agentConfig,
    publicUrl: environment.PUBLIC_URL,
    role: environment.ROLE,
    datastore: {
      url: environment.DATASTORE_URL,
      dataDir: environment.DATA_DIR,
      waitReplicas: environment.REDIS_WAIT_REPLICAS,
    },
    security: agentSecurity(),
    oauth: issuer && audience ? { issuer, audience } : undefined,
    artifacts: {
      inlineMaxBytes: environment.ARTIFACT_INLINE_MAX,
      maxBytes: environment.ARTIFACT_MAX_BYTES,
      folder: environment.ARTIFACT_FOLDER,
    },
    card: {
      interfaces: environment.INTERFACES,
      guarded: environment.CARD_GUARDED === 'true',
      maxAgeSeconds: environment.CARD_MAX_AGE,
      // A production that does not know its public address must not start as if it were a developer's machine.
      reach: environment.CARD_REACH ?? (environment.NODE_ENV === 'production' ? 'public' : undefined),
      lint: { strict: environment.CARD_LINT_STRICT === 'true', off: environment.CARD_LINT_OFF },
      signingKeys: environment.CARD_SIGNING_KEYS,
    },
    skillGroupsOff: environment.SKILL_GROUPS_OFF,
    docs: DOCS[environment.DOCS ?? 'public'],
    idempotency: environment.IDEMPOTENCY as A2AOptions['idempotency'],
    retention: {
      completed: environment.RETENTION_COMPLETED,
      failed: environment.RETENTION_FAILED,
      canceled: environment.RETENTION_CANCELED,
      rejected: environment.RETENTION_REJECTED,
      unanswered: environment.RETENTION_UNANSWERED,
    } as A2AOptions['retention'],
    limits: { shutdownGraceMs: environment.SHUTDOWN_GRACE_MS, maxPageBytes: environment.MAX_PAGE_BYTES },
  };
}
