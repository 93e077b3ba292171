import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SchemeOptions } from '../options/security/scheme-options.js';
import type { SecurityOptions } from '../options/security/security-options.js';
import type { SecurityRequirement } from '../protocol/index.js';
import {
  SECURITY_DECLARATION,
  type SecurityDeclaration,
} from '../security/declaration/security-declaration.js';
import { TestAgent } from './testing/test-agent.js';

/** One key for each scheme, which is its own name. */
const LOCATIONS = { head: 'header', other: 'header', asked: 'query', baked: 'cookie' } as const;
type Name = keyof typeof LOCATIONS;
const NAMES = Object.keys(LOCATIONS) as Name[];
const RUNS = 60;

type Requirement = SecurityOptions['requirements'][number];

const requirement = fc
  .subarray(NAMES)
  .map((names): Requirement => Object.fromEntries(names.map((name) => [name, []])));

function securityOf(requirements: readonly Requirement[]): SecurityOptions {
  const schemes: Record<string, SchemeOptions> = {};
  for (const name of NAMES) {
    schemes[name] = {
      type: 'apiKey',
      location: LOCATIONS[name],
      name: `x-${name}`,
      keys: [{ sha256: createHash('sha256').update(name).digest('hex'), subject: name }],
    };
  }
  return { schemes, requirements };
}

/** What the card says to a caller with these credentials; knows nothing but the card. */
function isLetIn(requirements: readonly SecurityRequirement[], credentials: readonly string[]): boolean {
  return requirements.some(({ schemes }) => Object.keys(schemes).every((name) => credentials.includes(name)));
}

async function statusesFor(agent: TestAgent, credentials: readonly Name[]): Promise<number[]> {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const name of credentials) {
    if (LOCATIONS[name] === 'query') query.push(`x-${name}=${name}`);
    else if (LOCATIONS[name] === 'cookie') headers.cookie = `x-${name}=${name}`;
    else headers[`x-${name}`] = name;
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } };
  const place = query.length > 0 ? `?${query.join('&')}` : '';
  const rpc = await fetch(`${agent.url}${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    body: JSON.stringify(call),
  });
  const http = await agent.http('GET', `/tasks/t${place}`, undefined, headers);
  return [rpc.status, http.status];
}

it(`SD-014 SD-110 who is let in on each binding is what the card says (${RUNS} declarations)`, async () => {
  const seen = { in: 0, out: 0 };
  const declarations = fc.array(requirement, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(declarations, fc.subarray(NAMES), async (requirements, some) => {
      const agent = await TestAgent.start(
        { getTask: () => ({ id: 't' }) },
        { security: securityOf(requirements) },
      );
      try {
        const { card } = agent.app.get<SecurityDeclaration>(SECURITY_DECLARATION, { strict: false });
        for (const credentials of [[], some, NAMES]) {
          const expected = isLetIn(card.securityRequirements ?? [], credentials);
          seen[expected ? 'in' : 'out'] += 1;
          const isQueryKey = credentials.includes('asked');
          const [rpc, http] = await statusesFor(agent, credentials);
          expect(rpc).toBe(expected ? 200 : 401);
          // The binding knows no parameter of that name; past the guard it may object to it.
          expect(expected && isQueryKey ? http !== 401 : http === (expected ? 200 : 401)).toBe(true);
        }
      } finally {
        await agent.stop();
      }
    }),
    { numRuns: RUNS, seed: 14 },
  );
  expect(Math.min(seen.in, seen.out)).toBeGreaterThan(RUNS / 4);
});
