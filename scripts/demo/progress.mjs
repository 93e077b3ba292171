// Shows how far the tasks are: a bar for each in a terminal, plain lines elsewhere.
import cliProgress from 'cli-progress';

/** A line for every so many percent is enough for a log. */
const LINE_EVERY_PERCENT = 25;

/**
 * @typedef {object} ProgressDisplay
 * @property {(name: string, news: import('./watch.mjs').TaskNews) => void} show
 * @property {(line: string) => void} say
 * @property {() => void} stop
 */

/**
 * @param {string[]} names of the tasks
 * @returns {ProgressDisplay}
 */
export function progressOf(names) {
  return process.stdout.isTTY ? bars(names) : plainLines();
}

/** @returns {ProgressDisplay} */
function bars(names) {
  const width = Math.max(...names.map((name) => name.length));
  const format = '   {name} [{bar}] {percentage}% {state} {text}';
  const all = new cliProgress.MultiBar(
    { format, hideCursor: true, barsize: 30, stream: process.stdout, emptyOnZero: true },
    cliProgress.Presets.legacy,
  );
  const start = { state: '', text: '' };
  const byName = new Map(
    names.map((name) => [name, all.create(100, 0, { ...start, name: name.padEnd(width) })]),
  );
  return {
    show(name, { state, percent, text }) {
      const bar = byName.get(name);
      const done = state === 'COMPLETED';
      const shown = {
        state: state.toLowerCase(),
        ...(done ? { text: '' } : text === undefined ? {} : { text }),
      };
      if (done) bar.update(100, shown);
      else if (percent === undefined) bar.update(shown);
      else bar.update(percent, shown);
    },
    say: (line) => all.log(`   ${line}\n`),
    stop: () => all.stop(),
  };
}

/** @returns {ProgressDisplay} */
function plainLines() {
  const said = new Map();
  return {
    show(name, { state, percent, text }) {
      const before = said.get(name) ?? { percent: 0 };
      const step = Math.floor((percent ?? before.percent) / LINE_EVERY_PERCENT) * LINE_EVERY_PERCENT;
      if (state === before.state && step <= before.percent) return;
      said.set(name, { state, percent: Math.max(step, before.percent) });
      const progress = percent === undefined ? '' : ` ${percent}%`;
      console.log(`   ${name}: ${state.toLowerCase()}${progress}${text === undefined ? '' : ` ${text}`}`);
    },
    say: (line) => console.log(`   ${line}`),
    stop: () => undefined,
  };
}
