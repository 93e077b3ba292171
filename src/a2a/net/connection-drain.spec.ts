import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from 'vitest';
import { NetModule } from './net.module.js';

describe('ConnectionDrain', () => {
  it('lets a shutdown end although a connection is open on which no request has come', async () => {
    const module = await Test.createTestingModule({ imports: [NetModule] }).compile();
    const app: INestApplication = module.createNestApplication({ logger: false });
    await app.listen(0, '127.0.0.1');
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const cut = once(idle, 'close');
    await app.close();
    expect(await cut).toEqual([false]);
  }, 20_000);

  it('has nothing to do in a process without HTTP', async () => {
    const module = await Test.createTestingModule({ imports: [NetModule] }).compile();
    await module.init();
    await expect(module.close()).resolves.toBeUndefined();
  });
});
