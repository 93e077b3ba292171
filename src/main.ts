import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { Logger, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { EnvironmentError, type LoadedEnvironment, loadEnvironment } from './environment/index.js';
import { freePort } from './environment/free-port.js';

const logger = new Logger('Agent');

/** Starts this process in its role. Everything that stops the start is said in words and ends it with 1. */
async function main(): Promise<void> {
  if (existsSync('.env')) {
    process.loadEnvFile();
  }
  const { environment, warnings } = loadEnvironment(process.env);
  warnings.forEach((warning) => logger.warn(warning));
  const settled =
    environment.PORT === 0
      ? loadEnvironment({ ...process.env, PORT: `${await freePort()}` }).environment
      : environment;
  const module = AppModule.in(settled);
  await (settled.ROLE === 'worker' ? startWorker(module) : startServer(module, settled));
}

async function startWorker(module: DynamicModule): Promise<void> {
  const app = await NestFactory.createApplicationContext(module, { abortOnError: false });
  app.enableShutdownHooks([], { useProcessExit: true });
}

async function startServer(module: DynamicModule, environment: LoadedEnvironment): Promise<void> {
  const app = await NestFactory.create(module, { bodyParser: false, abortOnError: false });
  app.enableShutdownHooks([], { useProcessExit: true });
  await app.listen(environment.PORT, environment.HOST);
  const { PUBLIC_URL, JSON_RPC_PATH } = environment;
  logger.log(`Agent Card: ${PUBLIC_URL}/.well-known/agent-card.json`);
  logger.log(`JSON-RPC:   ${PUBLIC_URL}${JSON_RPC_PATH}`);
}

/** What to do about a port that can not be had. */
function portAdvice(error: unknown): string | undefined {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is in use. Set PORT to another, or end what uses it.`;
  }
  return code === 'EACCES'
    ? `Port ${String(port)} is not ours to use. Set PORT to one above 1023.`
    : undefined;
}

main().catch((error: unknown) => {
  const expected = error instanceof EnvironmentError || (error instanceof Error && EXPECTED.has(error.name));
  logger.error(
    portAdvice(error) ??
      (expected || !(error instanceof Error) ? String(error) : (error.stack ?? error.message)),
  );
  process.exit(1);
});

/** Errors whose message says all that a reader can use. */
const EXPECTED = new Set(['DatastoreError', 'EmbeddedPostgresError', 'SkillDeclarationError']);
