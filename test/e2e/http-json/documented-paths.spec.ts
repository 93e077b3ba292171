import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_DEPTH } from '../../../src/a2a/transports/calls/body/json-extent.js';
import { HTTP_JSON_PATH } from '../../../src/a2a/transports/http-json/http-json-base.js';
import { ROUTES } from '../../../src/a2a/transports/http-json/routing/route.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/protocol.md'), 'utf8');

it('the page on the protocol has every path of the HTTP+JSON binding, and no other', () => {
  const row = /^\| `(?<verb>[A-Z]+)`\s*\| `\/(?<path>[^`]+)`\s*\| `(?<operation>\w+)`\s*\|$/gm;
  const documented = [...PAGE.matchAll(row)].map(({ groups }) => ({ ...groups }));
  expect(documented).toEqual(ROUTES.map(({ verb, path, operation }) => ({ verb, path, operation })));
});

it('the page on the protocol tells the path and the depth as the code has them', () => {
  expect(PAGE).toContain(`| \`HTTP+JSON\` | \`${HTTP_JSON_PATH}\``);
  expect(PAGE).toContain(`deeper than ${MAX_DEPTH} levels`);
});
