import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../agent-process.js';
import type { JsonRpcClient } from '../json-rpc-client.js';
import type { DatastoreServer } from './servers/datastore-server.js';
import { FleetMember } from './fleet-member.js';

const LOGS = fileURLToPath(new URL('../../../.build/chaos-logs', import.meta.url));

/** How a fleet is made. */
export interface FleetSettings {
  readonly apis: number;
  readonly workers: number;
  /** Of every process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Bounds of the agent, by their names in its options. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** What a handler has noted: see the chaos skills. */
export interface Note {
  readonly what: string;
  readonly task: string;
  readonly attempt: number;
  readonly number: number;
  readonly pid: number;
}

/** Leases short enough to wait for, and long enough for two busy cores. */
const SHORT = { leaseMs: 2_000, sweepMs: 500, heartbeatMs: 1_000 };

/** Processes of one agent on one datastore server. */
export class Fleet {
  readonly apis: readonly FleetMember[];
  readonly workers: readonly FleetMember[];
  private readonly folder = temporaryFolder();

  constructor(
    readonly server: DatastoreServer,
    { apis, workers, env, limits }: FleetSettings,
  ) {
    const places = (role: string, count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          new FleetMember(`${role}-${index + 1}`, this.folder, {
            DATASTORE_URL: server.url,
            NOTES_FILE: this.notesFile,
            LIMITS: JSON.stringify({ ...SHORT, ...limits }),
            ...env,
            ROLE: role,
          }),
      );
    this.apis = places('api', apis);
    this.workers = places('worker', workers);
  }

  get members(): readonly FleetMember[] {
    return [...this.apis, ...this.workers];
  }

  /** The first of each role may have to make the schema; the others need not stand in line for that. */
  async start(): Promise<void> {
    await Promise.all(this.members.map((member) => member.start()));
    await Promise.all(this.members.map((member) => member.ready()));
  }

  /** A client of one of the API processes, by its place. */
  client(place = 0, headers: Readonly<Record<string, string>> = {}): JsonRpcClient {
    const api = this.apis[place % this.apis.length];
    if (!api) throw new Error('This fleet has no API process.');
    return api.process.client(headers);
  }

  /** What handlers have noted so far, in any process. */
  get notes(): Note[] {
    let text = '';
    try {
      text = readFileSync(this.notesFile, 'utf8');
    } catch {
      // Nobody has noted anything.
    }
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Note);
  }

  get faults(): string[] {
    return this.members.flatMap(({ faults }) => faults);
  }

  /** Writes down what each process has said. @returns where that stands */
  keepLogs(name: string): string {
    const folder = join(LOGS, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const member of this.members) writeFileSync(join(folder, `${member.name}.log`), member.log);
    return folder;
  }

  /** Ends every process at once. */
  async end(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill().catch(() => undefined)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get notesFile(): string {
    return join(this.folder, 'notes.jsonl');
  }
}
