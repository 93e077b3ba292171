// The floor plan as rules: which part of src may import which.
'use strict';

/** The rooms of src/a2a from top to bottom: each may import the rooms below it and no others. */
const rooms = [
  'openapi',
  'transports',
  'runtime',
  'catalog',
  'client',
  'operations',
  'push',
  'card',
  'engine',
  'security',
  'tasks',
  'skills',
  'datastore',
  'net',
  'telemetry',
  'options',
  'identity',
  'protocol',
];

/** Every adapter and every caller leans on the ports, so these lean on almost nothing. */
const portsMayImport = ['datastore/ports', 'identity', 'protocol'];

const inRoom = (names) => `^src/a2a/(${names.join('|')})/`;

const arrowsPointDown = rooms.slice(1).map((room, index) => ({
  name: `${room}-imports-upwards`,
  severity: 'error',
  comment:
    `src/a2a/${room} may import only the rooms below it (${rooms.slice(index + 2).join(', ') || 'none'}). ` +
    'Declare a port (an interface and an injection token) in the lower room and provide it from the higher one.',
  from: { path: inRoom([room]) },
  to: { path: inRoom(rooms.slice(0, index + 1)) },
}));

module.exports = {
  forbidden: [
    ...arrowsPointDown,
    {
      name: 'unknown-room',
      severity: 'error',
      comment:
        'This folder of src/a2a has no place in the floor plan: give it one in .dependency-cruiser.cjs.',
      from: { path: '^src/a2a/[^/]+/', pathNot: inRoom(rooms) },
      to: {},
    },
    {
      name: 'ports-stay-plain',
      severity: 'error',
      comment: 'The datastore ports may import identity and protocol only (and the types of bullmq).',
      from: { path: '^src/a2a/datastore/ports/' },
      to: { path: '^src/', pathNot: inRoom(portsMayImport) },
    },
    {
      name: 'ports-need-no-packages',
      severity: 'error',
      comment: 'The datastore ports may use bullmq for types and nothing else from outside.',
      from: { path: '^src/a2a/datastore/ports/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/bullmq/' },
    },
    {
      name: 'protocol-is-pure',
      severity: 'error',
      comment: 'The data model is plain TypeScript and zod: no framework and no I/O.',
      from: { path: '^src/a2a/protocol/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'rooms-do-not-know-the-doors',
      severity: 'error',
      comment: 'The files of src/a2a itself put the rooms together; import from the room instead.',
      from: { path: inRoom(rooms) },
      to: { path: '^src/a2a/[^/]+$' },
    },
    {
      name: 'library-does-not-know-the-agent',
      severity: 'error',
      comment: 'src/a2a is a library: what it needs of the agent comes through A2AModule.forRoot or a port.',
      from: { path: '^src/a2a/' },
      to: { path: '^src/', pathNot: '^src/a2a/' },
    },
    {
      name: 'agent-uses-the-front-door',
      severity: 'error',
      comment: "A team's own code imports the library as another application would: from src/a2a/*.ts.",
      from: { path: '^src/agent/' },
      to: { path: '^src/a2a/[^/]+/' },
    },
    {
      name: 'src-does-not-know-tests',
      severity: 'error',
      comment: 'What production code and tests share belongs to src.',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Move what both need into a third file.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this file and it imports nothing: use it or remove it.',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
    {
      name: 'unresolvable',
      severity: 'error',
      comment: 'The import leads nowhere: correct its path, or add the package with an exact version.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'production-needs-no-devDependencies',
      severity: 'error',
      comment: 'A deployed agent is installed without devDependencies: move the package to dependencies.',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$|/testing/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      comment: 'Name the package in package.json: it is here only because another package brings it.',
      from: { path: '^(src|test|scripts)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'express-in-one-file',
      severity: 'error',
      comment:
        'Only an *.express-adapter.ts file may use an API of Express, so that the web server stays a choice.',
      from: { path: '^src/', pathNot: '\\.express-adapter\\.ts$' },
      to: { path: 'node_modules/(@types/)?express/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types count: a type-only import upwards is an arrow upwards.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
