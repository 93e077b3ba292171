import { Agent, get } from 'node:http';
import type { AgentProcess } from '../support/agent-process.js';

/** How many requests are under way at a time. */
const CONNECTIONS = 16;

/** Something to ask for, in a process that tells its processor time at `/usage`. */
export interface Route {
  readonly name: string;
  readonly agent: AgentProcess;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

/**
 * What routes cost in processor time of the server, which others on the machine disturb less than the time of day.
 * They take turns, so that what disturbs all the same disturbs each of them.
 *
 * @param rounds how often each is asked, and for how long at a time
 * @returns by name, the middle one of the rounds, in microseconds for one request
 */
export async function routeCosts(
  routes: readonly Route[],
  { rounds, roundMs }: { readonly rounds: number; readonly roundMs: number },
): Promise<ReadonlyMap<string, number>> {
  const costs = new Map(routes.map(({ name }): [string, number[]] => [name, []]));
  // Code is compiled while it runs.
  for (const route of routes) await roundCost(route, roundMs * 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const route of routes) costs.get(route.name)?.push(await roundCost(route, roundMs));
  }
  return new Map([...costs].map(([name, all]) => [name, middle(all)]));
}

async function roundCost(route: Route, forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = await usageOf(route.agent);
  const endsAt = performance.now() + forMs;
  let requests = 0;
  const work = async (): Promise<void> => {
    for (; performance.now() < endsAt; requests += 1) await ask(route, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const spent = (await usageOf(route.agent)) - before;
  agent.destroy();
  return spent / requests;
}

function ask({ agent: { port }, path, headers, status }: Route, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      if (answer.statusCode !== status) reject(new Error(`${path} is answered with ${answer.statusCode}.`));
      answer.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

async function usageOf({ url }: AgentProcess): Promise<number> {
  const answer = await fetch(`${url}/usage`);
  const { user, system } = (await answer.json()) as NodeJS.CpuUsage;
  return user + system;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
