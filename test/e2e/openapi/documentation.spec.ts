import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';
const PATHS = ['/docs', '/docs/openapi.json', '/schemas/a2a-1.0.json'];

describe('the documentation of the shipped agent', () => {
  let issuer: TokenIssuer;
  let guarded: AgentProcess;
  let silent: AgentProcess;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    const oauth = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE, HOST: '127.0.0.1' };
    guarded = await AgentProcess.start({ program: 'main', env: { ...oauth, DOCS: 'authenticated' } });
    silent = await AgentProcess.start({ program: 'main', env: { DOCS: 'off' } });
  });
  afterAll(async () => {
    await endAgents(guarded, silent);
    await issuer.close();
  });

  it.each(PATHS)('DOCS=authenticated shows %s to who has a token', async (path) => {
    expect((await guarded.probe(path))?.status).toBe(401);
    const authorization = `Bearer ${await issuer.token('alice')}`;
    const answer = await fetch(guarded.url + path, { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
  });

  it.each(PATHS)('DOCS=off shows %s to nobody', async (path) => {
    expect((await silent.probe(path))?.status).toBe(404);
  });

  it('tells at its start where it is, if anywhere', () => {
    expect(guarded.log).toMatch(/Reference: .*\/docs/);
    expect(silent.log).not.toContain('Reference:');
  });
});
