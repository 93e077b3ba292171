import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { serve } from '../../../src/a2a/index.js';

/** Starts a test's agent as `src/main.ts` starts the shipped one; what stops the start ends it with 1. */
export function runAgent(module: Type | DynamicModule, env: NodeJS.ProcessEnv): void {
  start(module, env).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}

async function start(module: Type | DynamicModule, env: NodeJS.ProcessEnv): Promise<void> {
  const app = await NestFactory.create(module, { bodyParser: false, abortOnError: false });
  await serve(app, Number(env.PORT), '127.0.0.1');
}
