import { invalidRequest, methodNotFound } from '../../calls/failure.js';
import { type PathParams, PathTemplate, suffixOf } from './path-template.js';
import type { Route } from './route.js';

/** A route that was found, and what its path says. */
export interface Found {
  readonly route: Route;
  /** With `tenant`, when the path has one. */
  readonly params: PathParams;
}

/** Finds the route of a request. The table is made once, by the number of segments. */
export class Router {
  private readonly byLength = new Map<number, { route: Route; template: PathTemplate }[]>();

  constructor(routes: readonly Route[]) {
    const suffixes = new Set(routes.flatMap(({ path }) => (path.includes('}:') ? [suffixOf(path)] : [])));
    for (const route of routes) {
      const template = new PathTemplate(route.path, suffixes);
      const ofLength = this.byLength.get(template.length) ?? [];
      this.byLength.set(template.length, [...ofLength, { route, template }]);
    }
  }

  /**
   * A path is read without a tenant first, and only then as `{tenant}/...` (section 8.3.2).
   *
   * @param path below the interface, without a slash at its beginning, not decoded
   * @throws Failure: 404 for a path that leads nowhere, 405 with the verbs that are allowed, 400 for one that is
   *   encoded wrongly
   */
  find(verb: string, path: string): Found {
    try {
      return this.search(verb, path.split('/'));
    } catch (error) {
      throw error instanceof URIError ? malformedPath() : error;
    }
  }

  private search(verb: string, segments: readonly string[]): Found {
    const allowed = new Set<string>();
    const [first = '', ...rest] = segments;
    const readings: readonly (readonly [readonly string[], PathParams])[] = [
      [segments, {}],
      ...(first === '' ? [] : [[rest, { tenant: decodeURIComponent(first) }] as const]),
    ];
    for (const [path, tenant] of readings) {
      for (const { route, template } of this.byLength.get(path.length) ?? []) {
        const params = template.match(path);
        if (params && route.verb === verb) {
          return { route, params: { ...params, ...tenant } };
        }
        if (params) {
          allowed.add(route.verb);
        }
      }
    }
    if (allowed.size > 0) {
      const allow = [...allowed].join(', ');
      throw invalidRequest(`this path takes ${allow}`, 405, { allow });
    }
    throw methodNotFound('There is nothing at this path. The paths are those of the A2A HTTP+JSON binding.');
  }
}

/** A path whose percent signs do not encode UTF-8. */
export function malformedPath(): ReturnType<typeof invalidRequest> {
  return invalidRequest('the path must be percent-encoded UTF-8');
}
