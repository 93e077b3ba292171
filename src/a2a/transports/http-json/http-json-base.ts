/** Where the binding is mounted unless the options say otherwise. */
export const HTTP_JSON_PATH = '/a2a/v1';

/** The injection token of the path that the binding is mounted at, without a slash at its end. */
export const HTTP_JSON_BASE = Symbol('nest-a2a:http-json-base');

/**
 * @param path begins with a slash
 * @returns the path without a slash at its end
 * @throws Error for the root: the binding answers every path below its own, the card's would be one of them
 */
export function httpJsonBase(path: string): string {
  const base = path.replace(/\/+$/, '');
  if (!base.startsWith('/')) {
    throw new Error(
      `The HTTP+JSON binding can not be mounted at "${path}": give it a path of its own, such as ${HTTP_JSON_PATH}.`,
    );
  }
  return base;
}
