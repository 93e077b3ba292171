// Follows a task to its end, over as many connections as it takes.
import { setTimeout as delay } from 'node:timers/promises';
import { ScriptFailure } from '../project.mjs';
import { AgentError, UNSUPPORTED_OPERATION } from './json-rpc-client.mjs';

const PROGRESS = 'urn:nest-a2a:progress:v1';
const TERMINAL = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED']);
const INTERRUPTED = new Set(['INPUT_REQUIRED', 'AUTH_REQUIRED']);
const RECONNECT_MS = 500;

/** @typedef {{ state: string, percent?: number, text?: string }} TaskNews */

/**
 * @param {import('./json-rpc-client.mjs').JsonRpcClient} agent
 * @param {string} taskId
 * @param {{ signal: AbortSignal, onNews: (news: TaskNews) => void, onResume: (lastEventId?: string) => void }} options
 * @returns {Promise<string>} the state in which the task has ended
 */
export async function watchTask(agent, taskId, { signal, onNews, onResume }) {
  let lastEventId;
  for (;;) {
    let retryMs = RECONNECT_MS;
    try {
      for await (const event of agent.stream('SubscribeToTask', { id: taskId }, { signal, lastEventId })) {
        lastEventId = event.id ?? lastEventId;
        retryMs = event.retryMs ?? retryMs;
        const news = newsIn(event.result);
        if (news === undefined) continue;
        onNews(news);
        if (isOver(news, taskId)) return news.state;
      }
    } catch (error) {
      if (signal.aborted || error instanceof ScriptFailure) throw error;
      if (error instanceof AgentError) return endOf(agent, taskId, error, { signal, onNews });
      // Anything else is a connection that broke: the agent keeps what this reader has missed.
    }
    await delay(retryMs, undefined, { signal });
    onResume(lastEventId);
  }
}

/** A task that has ended, with nothing left to tell, cannot be watched: what there is to know is in the task. */
async function endOf(agent, taskId, error, { signal, onNews }) {
  if (error.code !== UNSUPPORTED_OPERATION) throw error;
  const news = newsIn({ task: await agent.call('GetTask', { id: taskId, historyLength: 0 }, signal) });
  if (!isOver(news, taskId)) throw error;
  onNews(news);
  return news.state;
}

/** @returns {TaskNews | undefined} */
function newsIn({ task, statusUpdate } = {}) {
  const told = task ?? statusUpdate;
  if (told === undefined) return undefined;
  const progress = told.metadata?.[PROGRESS];
  return {
    state: told.status.state.replace('TASK_STATE_', ''),
    percent: progress?.percent,
    text: progress?.text,
  };
}

function isOver({ state }, taskId) {
  if (INTERRUPTED.has(state)) {
    throw new ScriptFailure(
      `Task ${taskId} waits for an answer (${state}), which the demo has none to give.`,
    );
  }
  return TERMINAL.has(state);
}
