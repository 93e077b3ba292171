import type { Requirement } from '../requirements/index.js';

/** A test as it has run: its title, which begins with its row, and how it ended. */
export interface RanTest {
  readonly title: string;
  readonly passed: boolean;
}

const INTRODUCTION = `# Conformance

Every row of A2A 1.0 for the bindings JSON-RPC and HTTP+JSON, in our words: what it asks for, how strongly, and the tests
that hold it. \`npm run conformance\` runs them and writes this page.

- **Level**: MUST, SHOULD or MAY as the specification has it; _reading_ where it is silent and we decide.
- **Result**: how many tests of the row passed; a test on both bindings counts twice.
- A row for what this agent does not declare is held by a test that the card says so and the operation is refused.
`;

/**
 * The page that lists every row with its tests and their results.
 *
 * @returns Markdown; its tables are not aligned
 */
export function conformanceDocument(requirements: readonly Requirement[], tests: readonly RanTest[]): string {
  const letters = [...new Set(requirements.map(({ id }) => id[0]!))];
  const parts = letters.map((letter) => {
    const rows = requirements.filter(({ id }) => id.startsWith(letter));
    return sectionOf(letter, rows, tests);
  });
  return [INTRODUCTION, ...parts].join('\n');
}

function sectionOf(letter: string, rows: readonly Requirement[], tests: readonly RanTest[]): string {
  const lines = rows.map((row) => {
    const own = tests.filter(({ title }) => title.startsWith(`${row.id} `));
    const cells = [row.id, row.level, row.section, row.says, whatTests(own), resultOf(row, own)];
    return `| ${cells.map(escaped).join(' | ')} |`;
  });
  return [
    `## ${letter}`,
    '',
    '| Row | Level | Section | Requirement | Tests | Result |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** What the tests of a row try, each once whichever the bindings. */
function whatTests(own: readonly RanTest[]): string {
  const titles = own.map(({ title }) =>
    title.replace(/^\S+ \S+ /, '').replace(/ \((JSON-RPC|HTTP\+JSON)\)$/, ''),
  );
  return [...new Set(titles)].join('; ');
}

function resultOf({ notOfServer, whileNotDeclared }: Requirement, own: readonly RanTest[]): string {
  if (notOfServer) return notOfServer;
  const passed = own.filter((test) => test.passed).length;
  const counted =
    own.length === 0
      ? 'no test'
      : passed === own.length
        ? `${passed} passed`
        : `${own.length - passed} FAILED`;
  return whileNotDeclared
    ? `${whileNotDeclared}: not declared${own.length > 0 ? `, ${counted}` : ''}`
    : counted;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
