import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import type { Reporter, TestModule } from 'vitest/node';
import { REQUIREMENTS } from '../requirements/index.js';
import { conformanceDocument } from './conformance-document.js';

const PAGE = fileURLToPath(new URL('../../../docs/conformance.md', import.meta.url));
const FORMAT = fileURLToPath(new URL('../../../.prettierrc.json', import.meta.url));

/** Writes docs/conformance.md from the run of the conformance tests. */
export default class ConformanceReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ title: test.name, passed: test.result().state === 'passed' }));
    const options = JSON.parse(readFileSync(FORMAT, 'utf8')) as object;
    const page = conformanceDocument(REQUIREMENTS, tests);
    writeFileSync(PAGE, await format(page, { ...options, parser: 'markdown' }));
  }
}
