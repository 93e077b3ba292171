import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { canTestRedis, hasRedisServer } from '../redis-server.js';
import { SeededRandom } from '../seeded-random.js';
import { DATASTORES, type DatastoreKind, type DatastoreServer } from './servers/datastore-server.js';
import { type Figures, recordFigures } from './figures.js';
import { Fleet, type FleetSettings } from './fleet.js';
import { PostgresChaosServer } from './servers/postgres-chaos-server.js';
import { RedisChaosServer } from './servers/redis-chaos-server.js';

/** The long form runs for as long as the issue asks; the short one is for every change. */
export const LONG = process.env.CHAOS === 'long';

/** @returns the figure of the form that runs */
export const inForm = <T>(short: T, long: T): T => (LONG ? long : short);

/** What a suite works with, on one datastore. */
export interface Chaos {
  readonly fleet: Fleet;
  readonly server: DatastoreServer;
  /** Every choice that is left to chance. */
  readonly random: SeededRandom;
  /** Says and keeps what was measured. */
  report(figures: Figures): void;
}

const SEED = Number(process.env.CHAOS_SEED ?? randomInt(1, 1_000_000));

/** What else a suite needs before its processes start. */
export type Preparation = () => Promise<Pick<FleetSettings, 'env'>>;

/**
 * A suite on each datastore, with a fleet and a server of its own. At its end no process may have said or done
 * what a healthy one does not.
 */
export function describeChaos(
  name: string,
  settings: FleetSettings,
  tests: (chaos: Chaos) => void,
  prepare?: Preparation,
): void {
  for (const kind of DATASTORES) {
    describe.skipIf(isLeftOut(kind))(`${name} on ${kind}`, () =>
      tests(onDatastore(name, kind, settings, prepare)),
    );
  }
}

function onDatastore(
  name: string,
  kind: DatastoreKind,
  settings: FleetSettings,
  prepare: Preparation | undefined,
): Chaos {
  let server: DatastoreServer;
  let fleet: Fleet;

  beforeAll(async () => {
    console.log(`chaos seed, ${name} on ${kind}: CHAOS_SEED=${SEED}`);
    const { env } = (await prepare?.()) ?? {};
    server = await startServer(kind);
    fleet = new Fleet(server, { ...settings, env: { ...settings.env, ...env } });
    await fleet.start();
  });
  afterEach(({ task }) => {
    expect(fleet.faults).toEqual([]);
    if (task.result?.state === 'fail') {
      console.log(`What the processes said stands in ${fleet.keepLogs(`${name}-${kind}`)}`);
    }
  });
  afterAll(async () => {
    await fleet?.end();
    await server?.remove();
  });

  const random = new SeededRandom(SEED);
  return {
    get fleet() {
      return fleet;
    },
    get server() {
      return server;
    },
    random,
    report: (figures) => recordFigures(name, kind, { form: inForm('short', 'long'), seed: SEED, ...figures }),
  };
}

/** Without Redis its half is left out, except where everything has to be tested: there it fails. */
function isLeftOut(kind: DatastoreKind): boolean {
  return kind === 'redis' && !hasRedisServer() && process.env.CI !== 'true' && !canTestRedis();
}

function startServer(kind: DatastoreKind): Promise<DatastoreServer> {
  if (kind === 'postgres') return PostgresChaosServer.start();
  canTestRedis();
  return RedisChaosServer.start();
}
