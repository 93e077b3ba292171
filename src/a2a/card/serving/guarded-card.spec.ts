import { createHash } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPTIONS, start } from '../testing/card-agent.js';
import { CARD_PATH } from './card.controller.js';

const KEY = 'the-key';
const SECURITY = {
  schemes: {
    team: {
      type: 'apiKey',
      location: 'header',
      name: 'X-API-Key',
      keys: [{ sha256: createHash('sha256').update(KEY).digest('hex'), subject: 'team' }],
    },
  },
  requirements: [{ team: [] }],
} as const;

describe('SD-023 a card that is guarded', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await start({ ...OPTIONS, security: SECURITY, card: { ...OPTIONS.card, guarded: true } }, ['/']);
    url = (await app.getUrl()) + CARD_PATH;
  });
  afterAll(() => app.close());

  it.each(['GET', 'HEAD'])('is not for who proves nothing: %s', async (method) => {
    const response = await fetch(url, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^ApiKey realm="/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain(OPTIONS.agent.name);
  });

  it('is for who may call, and for nobody else’s cache', async () => {
    const response = await fetch(url, { headers: { 'x-api-key': KEY } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(await response.json()).toMatchObject({ name: OPTIONS.agent.name });
  });

  it('needs security to be guarded by', async () => {
    const open = start({ ...OPTIONS, card: { ...OPTIONS.card, guarded: true } }, ['/']);
    await expect(open).rejects.toThrow('card.guarded needs callers who prove who they are');
  });
});
