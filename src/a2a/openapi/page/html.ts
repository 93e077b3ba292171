/** A piece of a page: text that is markup and has been escaped where it came from outside. */
export class Html {
  constructor(readonly text: string) {}
}

type Insert = Html | string | number | undefined | false | readonly Html[];

/** A template of markup; strings that are put into it are escaped, and what is unset or false leaves nothing. */
export function html(markup: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(markup.map((text, index) => text + written(inserts[index])).join(''));
}

/** Pieces with something between them. */
export function joined(pieces: readonly Html[], separator: string): Html {
  return new Html(pieces.map(({ text }) => text).join(escaped(separator)));
}

function written(insert: Insert): string {
  if (insert === undefined || insert === false) {
    return '';
  }
  if (insert instanceof Html) {
    return insert.text;
  }
  return typeof insert === 'object' ? insert.map(({ text }) => text).join('') : escaped(String(insert));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
