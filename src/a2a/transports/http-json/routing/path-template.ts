/** What a path says about parameters. */
export type PathParams = Readonly<Record<string, string>>;

/** One segment of a template: a word, or a parameter with what must follow it. */
type Segment = { readonly word: string } | { readonly name: string; readonly suffix: string };

/** How a path says what to do; an id that ends like that is sent with its colon encoded. */
const SUFFIX = /:[a-z]+$/i;

/** A path with parameters, such as `tasks/{id}:cancel`, made ready to be compared. */
export class PathTemplate {
  private readonly segments: readonly Segment[];

  constructor(
    template: string,
    /** Suffixes that end no parameter of this template, since another template has them. */
    private readonly taken: ReadonlySet<string>,
  ) {
    this.segments = template.split('/').map(toSegment);
  }

  /** How many segments a path must have. */
  get length(): number {
    return this.segments.length;
  }

  /**
   * @param path segments as they came, not decoded
   * @returns the parameters, decoded; undefined when the path is another
   * @throws URIError for what can not be decoded
   */
  match(path: readonly string[]): PathParams | undefined {
    const params: Record<string, string> = {};
    for (const [index, segment] of this.segments.entries()) {
      const raw = path[index] ?? '';
      if ('word' in segment) {
        if (decodeURIComponent(raw) !== segment.word) {
          return undefined;
        }
      } else {
        const value = this.valueOf(raw, segment.suffix);
        if (value === undefined) {
          return undefined;
        }
        params[segment.name] = decodeURIComponent(value);
      }
    }
    return params;
  }

  /** What stands before the suffix; there must be something. */
  private valueOf(raw: string, suffix: string): string | undefined {
    const isOther = suffix === '' ? this.taken.has(suffixOf(raw)) : !raw.endsWith(suffix);
    const value = raw.slice(0, raw.length - suffix.length);
    return isOther || value === '' ? undefined : value;
  }
}

/** The verb-like end of a path, with its colon; empty if it has none. */
export function suffixOf(path: string): string {
  return SUFFIX.exec(path)?.[0] ?? '';
}

function toSegment(text: string): Segment {
  const [, name, suffix = ''] = /^\{(\w+)\}(.*)$/.exec(text) ?? [];
  return name === undefined ? { word: text } : { name, suffix };
}
