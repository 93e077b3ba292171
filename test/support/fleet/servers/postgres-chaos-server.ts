import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDatabaseFiles } from '../../../../src/a2a/datastore/embedded/database-files.js';
import {
  locateBinaries,
  type PostgresBinaries,
  prepareBinaries,
} from '../../../../src/a2a/datastore/embedded/postgres-binaries.js';
import {
  ownerIds,
  runAs,
  type ServerAccount,
  serverAccount,
} from '../../../../src/a2a/datastore/embedded/server-account.js';
import { ownPort } from '../../own-port.js';
import { temporaryFolder } from '../../agent-process.js';
import { eventually } from '../../eventually.js';
import { execute } from '../../postgres-server.js';
import type { DatastoreServer } from './datastore-server.js';
import { processTree, signalAll } from './process-tree.js';

/** Many processes of an agent of few skills, and some left over. */
const MAX_CONNECTIONS = 300;
/** The memory of a server that was killed is free only when its last child has noticed. */
const RESTART_MS = 60_000;
const AGENTS = `application_name like 'nest-a2a%'`;

/** A PostgreSQL server from the embedded binaries, on a port, with the settings that it comes with. */
export class PostgresChaosServer implements DatastoreServer {
  readonly kind = 'postgres';
  private server?: ChildProcess;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly binaries: PostgresBinaries,
    private readonly account: ServerAccount | undefined,
  ) {}

  static async start(): Promise<PostgresChaosServer> {
    const folder = temporaryFolder();
    const account = await serverAccount(undefined);
    const { uid, gid } = ownerIds(account);
    await chown(folder, uid, gid);
    const binaries = await prepareBinaries(await locateBinaries(), account, folder, () => undefined);
    const server = new PostgresChaosServer(folder, await ownPort(), binaries, account);
    const log = await open(server.logFile, 'a');
    await ensureDatabaseFiles({ base: folder, binaries, account, output: log.fd });
    await log.close();
    await server.restart();
    return server;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  async kill(): Promise<void> {
    const pids = processTree(this.pid);
    signalAll(pids, 'SIGKILL');
    await eventually('the server and its children are gone', () => processTree(this.pid).length === 0);
  }

  async restart(): Promise<void> {
    await eventually('PostgreSQL takes connections', () => this.isUp(), RESTART_MS).catch(
      async (error: unknown) => {
        throw new Error(`PostgreSQL has not started:\n${await readFile(this.logFile, 'utf8')}`, {
          cause: error,
        });
      },
    );
  }

  pause(): Promise<void> {
    // Its children first could be replaced by it.
    signalAll(processTree(this.pid), 'SIGSTOP');
    return Promise.resolve();
  }

  resume(): Promise<void> {
    signalAll(processTree(this.pid), 'SIGCONT');
    return Promise.resolve();
  }

  async cutConnections(): Promise<number> {
    const rows = await execute(
      this.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where ${AGENTS}`,
    );
    return rows.length;
  }

  async connections(): Promise<number> {
    const [row] = await execute<{ count: number }>(
      this.url,
      `select count(*)::int as count from pg_stat_activity where ${AGENTS}`,
    );
    return row?.count ?? 0;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get pid(): number {
    return this.server?.pid ?? 0;
  }

  private get logFile(): string {
    return join(this.folder, 'server.log');
  }

  private async isUp(): Promise<boolean> {
    if (this.server === undefined || this.server.exitCode !== null || this.server.signalCode !== null) {
      await this.spawn();
    }
    return execute(this.url, 'select 1').then(
      () => true,
      () => false,
    );
  }

  private async spawn(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `max_connections=${MAX_CONNECTIONS}`,
      'log_checkpoints=off',
    ];
    const log = await open(this.logFile, 'a');
    this.server = spawn(
      join(this.binaries.folder, 'bin', 'postgres'),
      [
        '-D',
        join(this.folder, 'data'),
        '-k',
        this.folder,
        '-p',
        `${this.port}`,
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      {
        ...runAs(this.account),
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC' },
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    await once(this.server, 'spawn');
    await log.close();
  }
}
