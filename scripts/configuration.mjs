// Writes what README.md and .env.example say about the environment, from the class that reads it.
// node scripts/configuration.mjs [--check]: with --check nothing is written, and a difference is a failure.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDist } from './build.mjs';
import { exitWith, root, ScriptFailure } from './project.mjs';

const begin = '<!-- configuration -->';
const end = '<!-- /configuration -->';

/** @typedef {{ name: string, description: string, default: string, example: string }} Variable */

/** @returns {Promise<{ path: string, content: string }[]>} the files as they should be */
async function configurationFiles() {
  const { Environment, variablesOf } = await import(
    pathToFileURL(join(root, 'dist', 'environment', 'index.js')).href
  );
  const variables = variablesOf(Environment);
  return [
    { path: 'README.md', content: await readme(tableOf(variables)) },
    { path: '.env.example', content: exampleOf(variables) },
  ];
}

/** @param {readonly Variable[]} variables */
function tableOf(variables) {
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = variables.map(
    (variable) => `| \`${variable.name}\` | ${cell(variable.description)} | ${cell(variable.default)} |`,
  );
  return ['| Variable | What it is | When it is not set |', '| --- | --- | --- |', ...rows].join('\n');
}

async function readme(table) {
  const path = join(root, 'README.md');
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) {
    throw new ScriptFailure(`README.md has no place for the table: add the lines ${begin} and ${end}.`);
  }
  // The table comes out as the project's formatter wants it, so that the two never disagree.
  const { format, resolveConfig } = await import('prettier');
  const filled = `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
  return format(filled, { ...(await resolveConfig(path)), parser: 'markdown' });
}

/** @param {readonly Variable[]} variables */
function exampleOf(variables) {
  const blocks = variables.map(
    (variable) =>
      `# ${variable.description}\n# Not set: ${variable.default}\n#${variable.name}=${variable.example}\n`,
  );
  const header =
    '# What the environment can say to the agent; every line is commented out. Copy the file to .env and change it:\n' +
    '# the agent reads .env in the folder that it is started in. Variables that are set already win.\n';
  return [header, ...blocks].join('\n');
}

/** @returns {string[]} the paths of the files that are not as they should be */
function outdated(files) {
  return files.filter(({ path, content }) => contentOf(path) !== content).map(({ path }) => path);
}

function contentOf(path) {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined;
  }
}

async function main() {
  await ensureDist();
  const files = await configurationFiles();
  const different = outdated(files);
  if (!process.argv.includes('--check')) {
    for (const { path, content } of files) writeFileSync(join(root, path), content);
    console.log(different.length === 0 ? 'Nothing to change.' : `Written: ${different.join(', ')}`);
  } else if (different.length > 0) {
    throw new ScriptFailure(
      `${different.join(' and ')} do not say what src/environment says: run node scripts/configuration.mjs`,
    );
  }
}

await exitWith(main);
