// A client's whole job on real input, against an agent started for it: discover, submit, watch, fetch.
// Exit code 0 only if the reviews found the faults that were planted. Run by `npm run demo`.
import { startAgent, untilReady } from './demo/agent-process.mjs';
import { reviews } from './demo/reviews.mjs';
import { discover, fetchArtifacts, submit, watch } from './demo/steps.mjs';
import { exitWith, ScriptFailure } from './project.mjs';

/** Signals that end the demo, with their numbers: the exit code is 128 more, as a shell says it. */
const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

async function demo() {
  const startedAt = performance.now();
  const stopped = new AbortController();
  for (const [name, number] of Object.entries(signals)) {
    process.once(name, () => stopped.abort(new ScriptFailure(`Stopped by ${name}.`, 128 + number)));
  }
  console.log('Starting the agent of this repository, with a private PostgreSQL in a temporary folder');
  const agent = await startAgent(stopped.signal, (failure) => stopped.abort(failure));
  try {
    await timed(() => untilReady(agent, stopped.signal));
    const faults = await asClient(agent.url, stopped.signal);
    console.log(`\nAll in all ${durationSince(startedAt)}`);
    if (faults.length === 0) console.log('Every planted fault was found.');
    else throw new Error(`FAILED:\n  ${faults.join('\n  ')}`);
  } catch (error) {
    if (error instanceof ScriptFailure) throw error;
    throw new ScriptFailure(`The last that the agent said:\n${agent.output()}\n\n${error.message}`);
  } finally {
    await agent.stop();
  }
}

/** @returns {Promise<string[]>} what is not as it should be, in words */
async function asClient(url, signal) {
  console.log('\n1  Discover: the card says what the agent can do and where');
  const { client, endpoint, jobs } = await timed(() => discover(url, reviews(), signal));
  console.log('\n2  Submit: SendMessage answers with a task at once');
  await timed(() => submit(client, jobs, signal));
  console.log('\n3  Watch: SubscribeToTask streams what happens');
  await timed(() => watch(client, jobs, signal));
  console.log('\n4  Fetch: GetTask gives the artifacts');
  const faults = await timed(() => fetchArtifacts(client, jobs, signal));
  console.log(
    '\nThe same by hand, while an agent runs (this one ends now, `npm start` starts one that stays):',
  );
  console.log(`   curl -s ${endpoint} -H 'Content-Type: application/json' -H 'A2A-Version: 1.0' \\`);
  console.log(`     -d '{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"${jobs[0].taskId}"}}'`);
  return faults;
}

/** Runs one step and says how long it took. */
async function timed(step) {
  const startedAt = performance.now();
  const result = await step();
  console.log(`   took ${durationSince(startedAt)}`);
  return result;
}

function durationSince(startedAt) {
  const ms = performance.now() - startedAt;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

await exitWith(demo);
