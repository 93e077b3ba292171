import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { content, type ContentAnswer, urlPart } from '../../support/artifact-client.js';
import { wholeOf } from '../../support/file-content.js';
import { errorIn, type HttpJsonError } from '../../support/http-json-client.js';
import { messageFor } from '../../support/messages.js';
import { TokenIssuer } from '../../support/token-issuer.js';

const AUDIENCE = 'https://agent.example';

describe('a content of an agent whose callers need a token', () => {
  let issuer: TokenIssuer;
  let agent: AgentProcess;
  let alice: Record<string, string>;
  let bob: Record<string, string>;
  let url: string;
  let taskId: string;

  beforeAll(async () => {
    issuer = await TokenIssuer.create(AUDIENCE);
    await issuer.open();
    const env = { OAUTH_ISSUER: issuer.issuer, OAUTH_AUDIENCE: AUDIENCE };
    agent = await AgentProcess.start({ program: 'artifact-agent', env });
    alice = { authorization: `Bearer ${await issuer.token('alice')}` };
    bob = { authorization: `Bearer ${await issuer.token('bob')}` };
    const task = await agent.client(alice).send(messageFor('file', 'file 10 100000 0'));
    ({ url } = urlPart(task));
    taskId = task.id;
  });
  afterAll(async () => {
    await endAgents(agent);
    await issuer.close();
  });

  it('is given to its owner, who names no version of the protocol', async () => {
    const { status, body } = await content(url, alice);
    expect([status, body.equals(wholeOf(10, 100_000))]).toEqual([200, true]);
  });

  it('is 401 with a challenge for who sends no token, as everything there is', async () => {
    for (const [method, path] of [
      ['GET', url],
      ['HEAD', url],
      ['DELETE', url],
      ['GET', `${url}x`],
      ['GET', `${agent.url}/a2a/artifacts/%FF`],
    ] as const) {
      for (const headers of [{}, { authorization: `Bearer ${issuer.unsigned('alice')}` }] as Record<
        string,
        string
      >[]) {
        const answer = await content(path, headers, method);
        const told = method === 'HEAD' ? 401 : errorOf(answer).code;
        expect([answer.status, told]).toEqual([401, 401]);
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="/);
      }
    }
  });

  it('is for everybody else as one of a task that does not exist', async () => {
    const random = crypto.randomUUID();
    for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }] as Record<
      string,
      string
    >[]) {
      const theirs = await content(url, { ...bob, ...headers });
      const nothing = await content(url.replace(taskId, random), { ...bob, ...headers });
      expect(errorOf(theirs)).toMatchObject({ code: 404, status: 'NOT_FOUND' });
      expect(theirs.body.toString().replaceAll(taskId, random)).toBe(nothing.body.toString());
      expect(Object.keys(theirs.headers).toSorted()).toEqual(Object.keys(nothing.headers).toSorted());
    }
    expect((await content(url.replace(taskId, `acme/${taskId}`), alice)).status).toBe(404);
  });
});

function errorOf({ body, ...answer }: ContentAnswer): HttpJsonError {
  return errorIn({ ...answer, text: body.toString() });
}
