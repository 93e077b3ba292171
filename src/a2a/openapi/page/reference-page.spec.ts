import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../../protocol/index.js';
import { openApiDocument } from '../document/openapi-document.js';
import { referencePage } from './reference-page.js';

const CARD: AgentCard = {
  name: 'Dice <script>alert(1)</script> & "friends"',
  description: '一个会掷骰子的 <b>Agent</b>',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'https://agent.example.com/a2a/v1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
};
const DOCUMENT = openApiDocument(CARD);
const { html, headers } = referencePage(DOCUMENT, {
  openApi: '/docs/openapi.json',
  schemas: '/schemas/a.json',
});

const all = (pattern: RegExp, text = html): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
const ids = all(/ id="([^"]*)"/g);
const hrefs = all(/ href="([^"]*)"/g);

describe('the page for people', () => {
  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(script|link|img|iframe|object|embed|form|base)\b/i);
    expect(html).not.toMatch(/ (src|srcset|style|on\w+)=/i);
    expect(html).not.toMatch(/url\(|@import/i);
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
  });

  it('links to its own parts and to the two documents, wherever a proxy puts them', () => {
    const elsewhere = hrefs.filter((href) => !href.startsWith('#'));
    expect(elsewhere).toEqual(['docs/openapi.json', 'schemas/a.json']);
    const missing = hrefs.filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)));
    expect(missing).toEqual([]);
  });

  it('O-7 escapes what the card says', () => {
    expect(html).toContain('<h1>Dice &#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;friends&#34;</h1>');
    expect(html).toContain('一个会掷骰子的 &#60;b&#62;Agent&#60;/b&#62;');
  });

  it('shows every operation once, every message, every error example, and the security', () => {
    const operationIds = Object.values(DOCUMENT.paths)
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId)
      .filter((id) => !id.endsWith('InTenant'));
    expect(operationIds).toHaveLength(12);
    expect(ids).toEqual(
      expect.arrayContaining([...operationIds, ...Object.keys(DOCUMENT.components.schemas)]),
    );
    expect(all(/<summary>(.*?)<\/summary>/g)).toHaveLength(5);
    expect(html).toContain('Callers need: bearer.');
    expect(html).toContain(
      'Exactly one of <code>text</code>, <code>raw</code>, <code>url</code>, <code>data</code>',
    );
  });

  it('can be read by those who do not see it', () => {
    expect(html).toContain('<html lang="en">');
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(/ aria-labelledby="([^"]*)"/g).filter((id) => !ids.includes(id))).toEqual([]);
    expect(all(/<(main)\b/g)).toHaveLength(1);
    expect(all(/<th(?! scope=")([^e>]*)>/g)).toEqual([]);
    const levels = all(/<h([1-6])\b/g).map(Number);
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  it('has elements that are closed in the order in which they were opened', () => {
    const open: string[] = [];
    const wrong: string[] = [];
    for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (!slash && name !== 'meta') {
        open.push(name);
      } else if (slash && open.pop() !== name) {
        wrong.push(tag);
      }
    }
    expect(wrong).toEqual([]);
    expect(open).toEqual([]);
  });
});
