// Checks that every dependency is pinned exactly and has its row in docs/dependencies.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWith, root, ScriptFailure } from './project.mjs';

const table = 'docs/dependencies.md';
const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const row =
  /^\| `(?<name>[^`]+)` +\| (?<version>\S+) +\| (?<licence>[^|]+?) +\| (?<purpose>[^|]*?) +\| (?<reason>[^|]*?) +\|$/;

function faults() {
  const { dependencies, devDependencies, optionalDependencies, overrides } = readJson('package.json');
  const pins = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides });
  const rows = readRows();
  return [
    ...pins.flatMap(([name, version]) => faultsOf(name, version, rows.get(name))),
    ...[...rows.keys()]
      .filter((name) => !pins.some(([pinned]) => pinned === name))
      .map((name) => `${name} has a row in ${table} and is no dependency any more: remove the row.`),
  ];
}

function faultsOf(name, version, entry) {
  if (typeof version !== 'string' || !exactVersion.test(version)) {
    return [
      `${name} is pinned as ${JSON.stringify(version)}: give one exact version (npm install --save-exact).`,
    ];
  }
  if (entry === undefined) {
    return [
      `${name} has no row in ${table}: say what it is for and why it rather than another or our own code.`,
    ];
  }
  const found = [];
  if (entry.version !== version) {
    found.push(`${name} is ${version} in package.json and ${entry.version} in ${table}: correct the row.`);
  }
  const licence = installedLicence(name);
  if (licence !== undefined && licence !== entry.licence) {
    found.push(
      `${name} has the licence ${licence}, its row in ${table} says ${entry.licence}: correct the row.`,
    );
  }
  if (entry.purpose === '' || entry.reason === '') {
    found.push(`${name}'s row in ${table} has an empty cell: fill it in.`);
  }
  return found;
}

function readRows() {
  const lines = readFileSync(join(root, table), 'utf8').split('\n');
  const matches = lines.map((line) => row.exec(line)?.groups).filter((groups) => groups !== undefined);
  return new Map(matches.map((groups) => [groups.name, groups]));
}

/** @returns undefined for an optional package that this platform has not got */
function installedLicence(name) {
  try {
    return readJson(join('node_modules', name, 'package.json')).license;
  } catch {
    return undefined;
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

await exitWith(() => {
  const found = faults();
  if (found.length > 0) throw new ScriptFailure(found.join('\n'));
});
