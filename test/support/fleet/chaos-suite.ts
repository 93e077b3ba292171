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
const LONG = process.env.CHAOS === 'long';

/** @returns the figure of the form that runs */
export const inForm = <T>(short: T, long: T): T => (LONG ? long : short);

/** What a suite works with, on one datastore. */
export interface Chaos {
  readonly fleet: Fleet;
  readonly server: DatastoreServer;
  /** Every choice that is left to chance. */
  readonly random: SeededRandom;
  /** Says and keeps what was measured. */
  readonly report: (figures: Figures) => void;
}

const SEED = Number(process.env.CHAOS_SEED ?? randomInt(1, 1_000_000));

/** How a suite runs. */
export interface ChaosSettings extends FleetSettings {
  /** What else its processes need to know, found out before they start. */
  readonly prepare?: () => Promise<NonNullable<FleetSettings['env']>>;
  /** Both datastores at the same time: for a suite that waits most of the time. Its tests are `it.sequential`. */
  readonly sideBySide?: boolean;
}

/**
 * A suite on each datastore, with a fleet and a server of its own. At its end no process may have said or done
 * what a healthy one does not.
 */
export function describeChaos(name: string, settings: ChaosSettings, tests: (chaos: Chaos) => void): void {
  const concurrent = settings.sideBySide === true && !LONG;
  for (const kind of DATASTORES) {
    describe(`${name} on ${kind}`, { concurrent, skip: isLeftOut(kind) }, () => {
      tests(onDatastore(name, kind, settings));
    });
  }
}

function onDatastore(name: string, kind: DatastoreKind, { prepare, ...settings }: ChaosSettings): Chaos {
  let server: DatastoreServer;
  let fleet: Fleet;

  beforeAll(async () => {
    console.log(`chaos seed, ${name} on ${kind}: CHAOS_SEED=${SEED}`);
    const env = await prepare?.();
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
