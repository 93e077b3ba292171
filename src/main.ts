import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { serve } from './a2a/index.js';
import { agentSecurity } from './agent/agent.config.js';
import { agentOptions } from './agent.options.js';
import { AppModule } from './app.module.js';
import { cardCommand } from './commands/card/card-command.js';
import { ownCard } from './commands/card/own-card.js';
import { readCommand, USAGE } from './commands/command-line.js';
import { inspect } from './commands/inspect.js';
import { migrate } from './commands/migrate.js';
import { freePort, tryPort } from './environment/free-port.js';
import { EnvironmentError, type LoadedEnvironment, loadEnvironment } from './environment/index.js';

const logger = new Logger('Agent');

/** For commands whose standard output is a document. */
const ON_ERROR_OUTPUT: LoggerService = {
  log: () => undefined,
  warn: (line) => console.error(line),
  error: (line) => console.error(line),
};

/**
 * Does what the arguments say: runs the agent, or one of its commands.
 *
 * @returns the exit code; undefined while the agent runs
 */
async function main(): Promise<number | undefined> {
  const command = readCommand(process.argv.slice(2));
  switch (command.name) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'unknown':
      console.error(`${command.why}\n\n${USAGE}`);
      return 2;
    case 'migrate':
      await migrate(agentOptions(environmentOfProcess()));
      return 0;
    case 'inspect':
      return inspectTask(command.taskId);
    case 'card':
    case 'card-lint':
    case 'card-diff':
    case 'card-keygen':
      return cardCommand(command, () => {
        Logger.overrideLogger(ON_ERROR_OUTPUT);
        return ownCard(environmentOfProcess({ ROLE: 'all' }));
      });
    case 'run':
      break;
  }
  await run(environmentOfProcess());
  return undefined;
}

async function inspectTask(taskId: string): Promise<number> {
  const found = await inspect(agentOptions(environmentOfProcess()), taskId);
  if (found === 0) {
    console.error(`There is no task "${taskId}" here. Check the id, and that DATASTORE_URL is the agent's.`);
  }
  return found === 0 ? 1 : 0;
}

/**
 * @param settled what counts whatever the environment says
 * @throws EnvironmentError
 */
function environmentOfProcess(settled: Readonly<Record<string, string>> = {}): LoadedEnvironment {
  if (existsSync('.env')) {
    process.loadEnvFile();
  }
  const { environment, warnings } = readEnvironment(settled);
  warnings.forEach((warning) => logger.warn(warning));
  return environment;
}

function readEnvironment(settled: Readonly<Record<string, string>>): ReturnType<typeof loadEnvironment> {
  return loadEnvironment({ ...process.env, ...settled }, { isSecured: agentSecurity() !== undefined });
}

/** Starts this process in its role. */
async function run(environment: LoadedEnvironment): Promise<void> {
  const settled =
    environment.PORT === 0 ? readEnvironment({ PORT: `${await freePort()}` }).environment : environment;
  const { PORT, HOST, ROLE, PUBLIC_URL, JSON_RPC_PATH, HTTP_JSON_PATH, INTERFACES, DOCS } = settled;
  await tryPort(PORT, HOST);
  const app = await NestFactory.create(AppModule.in(settled), { bodyParser: false, abortOnError: false });
  await serve(app, PORT, HOST);
  if (ROLE === 'worker') {
    logger.log(`Working. Health: http://${HOST}:${PORT}/livez and /readyz`);
    return;
  }
  logger.log(`Agent Card: ${PUBLIC_URL}/.well-known/agent-card.json`);
  const paths = { JSONRPC: JSON_RPC_PATH, 'HTTP+JSON': HTTP_JSON_PATH };
  for (const binding of INTERFACES) {
    logger.log(`${`${binding}:`.padEnd(11)} ${PUBLIC_URL}${paths[binding]}`);
  }
  if (DOCS !== 'off') {
    logger.log(`Reference:  ${PUBLIC_URL}/docs`);
  }
}

/** What to do about a port that can not be had. */
function portAdvice(error: unknown): string | undefined {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') {
    return (
      `Port ${String(port)} is in use. Set PORT to another, or end what uses it. ` +
      'Every process needs one: a worker serves /livez and /readyz there.'
    );
  }
  return code === 'EACCES'
    ? `Port ${String(port)} is not ours to use. Set PORT to one above 1023.`
    : undefined;
}

/** Errors whose message says all that a reader can use. */
const EXPECTED = new Set([
  'CardError',
  'DatastoreError',
  'DatastoreUnavailable',
  'EmbeddedPostgresError',
  'KeyFileError',
  'SecurityDeclarationError',
  'SkillDeclarationError',
  'UnusableKeyError',
]);

function describe(error: unknown): string {
  const expected = error instanceof EnvironmentError || (error instanceof Error && EXPECTED.has(error.name));
  return expected || !(error instanceof Error) ? String(error) : (error.stack ?? error.message);
}

try {
  const code = await main();
  if (code !== undefined) {
    process.exit(code);
  }
} catch (error) {
  logger.error(portAdvice(error) ?? describe(error));
  process.exit(1);
}
