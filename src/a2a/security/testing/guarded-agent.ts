import { Controller, Get, Global, type INestApplication, Module, Post, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SEEN_ONCE } from '../../datastore/ports/security/seen-once.js';
import type { Principal } from '../../identity/principal.js';
import type { HttpRequest } from '../../net/http-message.js';
import { readText } from '../../net/request-body.js';
import { A2A_OPTIONS, type A2AOptions } from '../../options/a2a-options.js';
import { A2AGuard } from '../a2a.guard.js';
import { principalOf } from '../principal-of.js';
import { SecurityModule } from '../security.module.js';
import { SeenInMemory } from './seen-in-memory.js';

/** Under which the callers of {@link startGuarded} reach it, as they believe. */
export const PUBLIC_URL = 'https://agent.example';

@Controller('who')
@UseGuards(A2AGuard)
class WhoController {
  @Get()
  who(@Req() request: HttpRequest): Principal {
    return principalOf(request);
  }

  @Post()
  async heard(@Req() request: HttpRequest): Promise<{ principal: Principal; body: string }> {
    return { principal: principalOf(request), body: await readText(request, 1_000_000) };
  }
}

/** An application on a socket whose one route, `/who`, says who has called. */
export async function startGuarded(
  options: Partial<A2AOptions>,
  seen = new SeenInMemory(),
): Promise<INestApplication> {
  @Global()
  @Module({
    providers: [
      { provide: A2A_OPTIONS, useValue: { publicUrl: PUBLIC_URL, ...options } },
      { provide: SEEN_ONCE, useValue: seen },
    ],
    exports: [A2A_OPTIONS, SEEN_ONCE],
  })
  class OptionsModule {}

  @Module({ imports: [OptionsModule, SecurityModule], controllers: [WhoController] })
  class AgentModule {}

  const app = await NestFactory.create(AgentModule, { bodyParser: false, logger: false });
  await app.listen(0, '127.0.0.1');
  return app;
}
