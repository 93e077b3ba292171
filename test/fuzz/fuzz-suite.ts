import { afterAll, beforeAll, describe } from 'vitest';
import { AgentProcess, endAgents } from '../support/agent-process.js';
import { type TestDatastore, testDatastores } from '../support/test-datastores.js';
import { TokenIssuer } from '../support/token-issuer.js';
import type { FuzzSettings } from './fuzz-run.js';

const AUDIENCE = 'https://agent.example';

/** `npm run fuzz`, in which nothing else runs beside it; in the short form others may need the cores. */
const isLong = process.env.FUZZ === 'long';
const FORM = isLong
  ? {
      requests: Number(process.env.FUZZ_REQUESTS ?? 100_000),
      forMs: Infinity,
      deadlineMs: 10_000,
      aloneMs: 1_000,
    }
  : { requests: Infinity, forMs: 14_000, deadlineMs: 20_000, aloneMs: 20_000 };
const CONNECTIONS = 32;
/** The short form sends the same requests every time, so that it fails for a change and not by chance. */
const SEED = Number(process.env.FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 1e9) : 20_260));

/** What the tests of a suite work with. */
export interface FuzzSuite {
  readonly datastore: string;
  readonly agent: AgentProcess;
  readonly settings: FuzzSettings;
}

/** Tests of an agent that asks its callers who they are, once on each datastore. */
export function describeFuzz(what: string, tests: (suite: FuzzSuite) => void): void {
  describe.each(testDatastores())(`${what} on $name`, ({ name, create }) => {
    let datastore: TestDatastore;
    let issuer: TokenIssuer;
    let agent: AgentProcess;
    let headers: Record<string, string>;

    beforeAll(async () => {
      [datastore, issuer] = await Promise.all([create(), TokenIssuer.create(AUDIENCE)]);
      await issuer.open();
      const env = { DATASTORE_URL: datastore.url, OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE };
      agent = await AgentProcess.start({ program: 'fuzz-agent', env });
      await agent.serves('/readyz');
      headers = { authorization: `Bearer ${await issuer.token('alice', {}, TOKEN_S)}` };
    });
    afterAll(async () => {
      await endAgents(agent);
      await Promise.all([datastore.drop(), issuer.close()]);
    });

    tests({
      datastore: name,
      get agent() {
        return agent;
      },
      get settings() {
        return { ...FORM, port: agent.port, seed: SEED, connections: CONNECTIONS, headers };
      },
    });
  });
}

/** The long form takes its time. */
const TOKEN_S = 7_200;
