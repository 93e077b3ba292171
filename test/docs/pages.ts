import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A block of code in a page. */
export interface CodeBlock {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** What the comment before the block says, such as `file: src/x.ts` or `run: curl`. */
  readonly mark?: string;
}

/** The pages that a reader starts from, as paths from the root. */
export const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function textOfPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Every block of code in every page. */
export function codeBlocks(): CodeBlock[] {
  const block = /(?:<!-- (?<mark>[^>]*?) -->\n\n)?^```(?<language>\w*)\n(?<code>.*?)^```$/gms;
  return PAGES.flatMap((page) =>
    [...textOfPage(page).matchAll(block)].map(({ groups: { mark, language = '', code = '' } = {} }) => ({
      page,
      language,
      code,
      mark,
    })),
  );
}

/** The blocks that are whole files, with the path that the file is meant for. */
export function filesInPages(): { path: string; code: string }[] {
  return codeBlocks().flatMap(({ mark, code }) =>
    mark?.startsWith('file: ') ? [{ path: mark.slice('file: '.length), code }] : [],
  );
}
