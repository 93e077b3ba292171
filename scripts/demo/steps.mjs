// The four steps of a client that knows nothing of an agent but its address.
import { randomUUID } from 'node:crypto';
import { ScriptFailure } from '../project.mjs';
import { cardUrl } from './agent-process.mjs';
import { within } from './deadline.mjs';
import { artifactsOf, findingOf, save, tableOf } from './findings.mjs';
import { getJson, JsonRpcClient } from './json-rpc-client.mjs';
import { progressOf } from './progress.mjs';
import { watchTask } from './watch.mjs';

const CALL_S = 60;
const REVIEWS_S = 900;

/** @typedef {import('./reviews.mjs').Review & { skillId: string, taskId?: string, state?: string }} Job */

/**
 * Step 1: reads the card and chooses a skill for each review.
 *
 * @param {string} url
 * @param {import('./reviews.mjs').Review[]} reviews
 * @param {AbortSignal} signal
 * @returns {Promise<{ client: JsonRpcClient, endpoint: string, jobs: Job[] }>}
 */
export async function discover(url, reviews, signal) {
  const card = await within(CALL_S, 'The card does not come', signal, (waiting) =>
    getJson(cardUrl(url), waiting),
  );
  const endpoint = card.supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === 'JSONRPC' && protocolVersion === '1.0',
  );
  if (endpoint === undefined) throw new ScriptFailure('The card names no JSON-RPC interface of A2A 1.0.');
  console.log(`   ${card.name} ${card.version}, ${cardUrl(url)}`);
  console.log(`   interface: ${endpoint.protocolBinding} ${endpoint.protocolVersion} at ${endpoint.url}`);
  console.log(`   skills: ${card.skills.map(({ id, name }) => `${id} (${name})`).join(', ')}`);
  const jobs = reviews.map((review) => ({ ...review, skillId: skillFor(review, card.skills) }));
  for (const { language, tags, skillId } of jobs) {
    console.log(`   ${language}: ${skillId} has the tags ${tags.join(' and ')}`);
  }
  return { client: new JsonRpcClient(endpoint.url), endpoint: endpoint.url, jobs };
}

function skillFor({ language, tags }, skills) {
  const skill = skills.find((candidate) => tags.every((tag) => candidate.tags.includes(tag)));
  if (skill === undefined) {
    throw new ScriptFailure(
      `No skill on the card has the tags ${tags.join(' and ')}, so nobody reviews ${language}.`,
    );
  }
  return skill.id;
}

/** Step 2: sends the files; the agent answers with a task at once. */
export async function submit(client, jobs, signal) {
  for (const job of jobs) {
    const params = {
      message: {
        messageId: randomUUID(),
        role: 'ROLE_USER',
        parts: [{ data: { files: job.files } }],
        metadata: { skillId: job.skillId },
      },
      configuration: { returnImmediately: true },
    };
    const { task } = await within(CALL_S, `${job.skillId} was not accepted`, signal, (waiting) =>
      client.call('SendMessage', params, waiting),
    );
    job.taskId = task.id;
    const kilobytes = Math.round(Buffer.byteLength(JSON.stringify(params)) / 1024);
    console.log(`   ${job.skillId}: ${job.files.length} files, ${kilobytes} KB, task ${task.id}`);
  }
}

/** Step 3: follows all tasks at the same time, until each has ended. */
export async function watch(client, jobs, signal) {
  const display = progressOf(jobs.map(({ skillId }) => skillId));
  const follow = async (job, waiting) => {
    job.state = await watchTask(client, job.taskId, {
      signal: waiting,
      onNews: (news) => display.show(job.skillId, news),
      onResume: (id) =>
        display.say(`${job.skillId}: the connection broke, going on after event ${id ?? 'none'}`),
    });
  };
  try {
    await within(REVIEWS_S, 'The reviews have not ended', signal, (waiting) =>
      Promise.all(jobs.map((job) => follow(job, waiting))),
    );
  } finally {
    display.stop();
  }
}

/**
 * Step 4: fetches what the tasks have made, shows and saves it.
 *
 * @returns {Promise<string[]>} what is not as it should be, in words
 */
export async function fetchArtifacts(client, jobs, signal) {
  const faults = [];
  for (const job of jobs) {
    const task = await within(CALL_S, `Task ${job.taskId} was not given out`, signal, (waiting) =>
      client.call('GetTask', { id: job.taskId }, waiting),
    );
    if (job.state !== 'COMPLETED') {
      const reason = task.status.message?.parts.map(({ text }) => text).join(' ') ?? 'no reason given';
      faults.push(`${job.skillId} ended ${job.state}: ${reason}`);
      continue;
    }
    const artifacts = artifactsOf(task);
    const { filesReviewed, errors, warnings } = artifacts.findings;
    console.log(`   ${job.skillId}: ${filesReviewed} files, errors: ${errors}, warnings: ${warnings}`);
    for (const line of tableOf(artifacts.findings, job.planted)) console.log(`     ${line}`);
    for (const path of save(job.skillId, artifacts)) console.log(`     saved: ${path}`);
    faults.push(...missed(job, artifacts.findings));
  }
  return faults;
}

function missed({ skillId, planted }, findings) {
  return planted
    .filter((fault) => findingOf(findings, fault) === undefined)
    .map(
      ({ path, line, rule, what }) => `${skillId} did not find ${rule} (${what}) in ${path}, line ${line}`,
    );
}
