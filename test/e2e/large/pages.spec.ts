import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Task } from '../../../src/a2a/index.js';
import { AgentProcess, endAgents } from '../../support/agent-process.js';
import { type Binding, bindingsOf } from '../../support/bindings.js';
import { artifactTexts, messageFor } from '../../support/messages.js';
import { type TestDatastore, testDatastores } from '../../support/test-datastores.js';

const MAX_PAGE_BYTES = 100_000;

/** Chunks of 10,000 bytes in each task, the oldest first. */
const CHUNKS = [1, 5, 30, 4, 4, 4, 1];

interface Page {
  readonly tasks: Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

describe.each(testDatastores())('ListTasks with artifacts, $name', ({ create }) => {
  let datastore: TestDatastore;
  let agent: AgentProcess;
  let made: string[];

  beforeAll(async () => {
    datastore = await create();
    agent = await AgentProcess.start({
      env: { DATASTORE_URL: datastore.url, MAX_PAGE_BYTES: `${MAX_PAGE_BYTES}` },
    });
    made = [];
    for (const count of CHUNKS) {
      const { id } = await agent.client().send(messageFor('stream-inline', `stream ${count} 10000`));
      made.unshift(id);
    }
  });
  afterAll(async () => {
    await endAgents(agent);
    await datastore.drop();
  });

  /** All pages of a listing, in their order. */
  async function pagesOf(binding: Binding, params: object): Promise<Page[]> {
    const pages: Page[] = [];
    for (let pageToken: string | undefined; pageToken !== ''; pageToken = pages.at(-1)?.nextPageToken) {
      const outcome = await binding.call('ListTasks', { ...params, pageToken });
      pages.push((outcome as { result: Page }).result);
    }
    return pages;
  }
  const idsOf = (pages: readonly Page[]) => pages.map(({ tasks }) => tasks.map(({ id }) => id));

  it('B-18 a page ends before the task that would exceed its bytes, and the next one goes on there', async () => {
    const [newest, ...others] = made;
    const expected = [[newest, ...others.slice(0, 2)], [others[2]], [others[3]], [others[4], others[5]]];
    for (const binding of bindingsOf(agent)) {
      const pages = await pagesOf(binding, { includeArtifacts: true, pageSize: 50 });
      expect([binding.name, ...idsOf(pages)]).toEqual([binding.name, ...expected]);
      expect(pages.map(({ pageSize, totalSize }) => [pageSize, totalSize])).toEqual(
        expected.map(() => [50, CHUNKS.length]),
      );
      const counts = pages.flatMap(({ tasks }) => tasks.map((task) => artifactTexts(task).join('').length));
      expect(counts).toEqual(CHUNKS.toReversed().map((count) => count * 10_000));
    }
  });

  it('B-18 a page that shows neither artifacts nor history is as long as asked for', async () => {
    for (const binding of bindingsOf(agent)) {
      const pages = idsOf(await pagesOf(binding, { pageSize: 50 }));
      expect([binding.name, ...pages]).toEqual([binding.name, made]);
    }
  });
});
