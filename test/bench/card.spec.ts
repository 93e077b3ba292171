import { afterAll, beforeAll, expect, it } from 'vitest';
import { AgentProcess, endAgents } from '../support/agent-process.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres-server.js';
import { type Route, routeCosts } from './route-cost.js';

const CARD = '/.well-known/agent-card.json';
const OLD = '/.well-known/agent.json';
/** How much more than an empty route of the framework. */
const LIMIT = 1.3;
const ROUNDS = { rounds: 9, roundMs: 1_000 };

let database: TestDatabase;
let agent: AgentProcess;
let bare: AgentProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  agent = await AgentProcess.start({ program: 'bench-agent', env: { DATASTORE_URL: database.url } });
  bare = await AgentProcess.launch({ program: 'bench-agent', env: { BARE: 'true' } });
  await bare.serves('/empty');
});
afterAll(async () => {
  await endAgents(agent, bare);
  await database.drop();
});

it(`a card costs at most ${LIMIT} times an empty route`, async () => {
  const { headers } = await agent.serves(CARD);
  const routes: Route[] = [
    { name: 'an empty route', agent: bare, path: '/empty', status: 200 },
    { name: 'an empty route beside an agent', agent, path: '/empty', status: 200 },
    { name: 'the card', agent, path: CARD, status: 200 },
    {
      name: 'the card, not modified',
      agent,
      path: CARD,
      headers: { 'if-none-match': headers.get('etag') ?? '' },
      status: 304,
    },
    { name: 'the old path', agent, path: OLD, status: 308 },
  ];
  const costs = await routeCosts(routes, ROUNDS);
  const empty = costs.get('an empty route') ?? Number.NaN;
  for (const [name, cost] of costs) {
    console.log(
      `bench: ${name}: ${cost.toFixed(0)} µs of processor time, ${(cost / empty).toFixed(2)} times`,
    );
  }
  const dear = [...costs].filter(([, cost]) => !(cost <= empty * LIMIT));
  expect(dear).toEqual([]);
});
