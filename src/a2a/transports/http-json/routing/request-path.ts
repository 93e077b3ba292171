/** The path of a request as it came, without its query; also of a request to a proxy, which names the host too. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/**
 * What a path says below the place where the interface is mounted. As web servers do, it takes the letters of
 * that place in either case, and what may stand before it as a prefix of the application.
 *
 * @param base begins with a slash and ends with none
 * @returns the rest without its first slash; undefined for a path that leads elsewhere
 */
export function pathBelow(base: string, path: string): string | undefined {
  const at = `${path}/`.toLowerCase().indexOf(`${base}/`.toLowerCase());
  return at === -1 ? undefined : path.slice(at + base.length + 1);
}
