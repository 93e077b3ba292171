import { afterAll, describe, it } from 'vitest';
import { BINDINGS, Peer } from './peer.js';
import { requirement } from './requirements/index.js';
import { isGuarded, type SubjectName, Subjects } from './subjects.js';

/** Which agent a row is tried on, and who calls; the open one unless told, where nobody is asked. */
interface On {
  readonly on?: SubjectName;
  readonly caller?: string;
}

/** A row, or several that one test holds at once. */
type Ids = string | readonly string[];

/** Writes down a test of a row, or of several; the peer calls the agent. */
type Write = (ids: Ids, what: string, test: (peer: Peer) => Promise<void>, on?: On) => void;

/** How a section's file writes down its tests; each is named after its row, its level and the binding. */
export interface Section {
  /** A test of the row on each binding. */
  readonly row: Write;
  /** A test of the row for what has to do with no binding, such as the card; the peer speaks JSON-RPC. */
  readonly once: Write;
}

/** The tests of a section's rows, on agents that are started for them. */
export function describeSection(name: string, write: (section: Section) => void): void {
  describe(name, () => {
    const subjects = new Subjects();
    afterAll(() => subjects.end());

    const test = (
      binding: (typeof BINDINGS)[number],
      run: (peer: Peer) => Promise<void>,
      { on = 'open', caller }: On = {},
    ) =>
      Peer.of(subjects, { on, binding, caller: caller ?? (isGuarded(on) ? 'alice' : undefined) }).then(run);

    write({
      row: (ids, what, run, on) => {
        // Titles as they are: `it.each` would take a percent sign in them for a place to write to.
        for (const id of [ids].flat())
          for (const binding of BINDINGS)
            it(`${titleOf(id, what)} (${binding})`, () => test(binding, run, on));
      },
      once: (ids, what, run, on) => {
        for (const id of [ids].flat()) it(titleOf(id, what), () => test('JSON-RPC', run, on));
      },
    });
  });
}

function titleOf(id: string, what: string): string {
  return `${id} ${requirement(id).level} ${what}`;
}
