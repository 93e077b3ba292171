import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Global, type INestApplication, Module, Req, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Principal, SecurityOptions } from '../../src/a2a/index.js';
import type { HttpRequest } from '../../src/a2a/net/http-message.js';
import { A2A_OPTIONS } from '../../src/a2a/options/a2a-options.js';
import { A2AGuard } from '../../src/a2a/security/a2a.guard.js';
import { principalOf } from '../../src/a2a/security/principal-of.js';
import { SecurityModule } from '../../src/a2a/security/security.module.js';

@Controller('who')
class WhoController {
  @Get()
  @UseGuards(A2AGuard)
  who(@Req() request: HttpRequest): Principal {
    return principalOf(request);
  }
}

/** An application with one route, `/who`, that says who calls: nothing but the security of an agent. */
export class GuardedApp {
  private constructor(
    private readonly app: INestApplication,
    /** Where it listens, by the address of this machine. */
    readonly url: string,
  ) {}

  static async start(security: SecurityOptions): Promise<GuardedApp> {
    const options = { publicUrl: 'https://agent.example', security };

    @Global()
    @Module({ providers: [{ provide: A2A_OPTIONS, useValue: options }], exports: [A2A_OPTIONS] })
    class OptionsModule {}

    @Module({ imports: [OptionsModule, SecurityModule], controllers: [WhoController] })
    class AgentModule {}

    const app = await NestFactory.create(AgentModule, { bodyParser: false, logger: false });
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    return new GuardedApp(app, `http://127.0.0.1:${port}`);
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  /** What is answered to who asks with these headers. */
  ask(headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.url}/who`, { headers });
  }
}
