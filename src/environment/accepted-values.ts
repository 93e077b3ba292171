import { isIP } from 'node:net';
import { isLoopbackHost } from '../a2a/net/loopback.js';
import { durationMs } from '../a2a/options/retention.js';

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*\.?$/i;

/** An address without brackets, or a host name. */
export function isHost(value: string): boolean {
  return isIP(value) !== 0 || HOST_NAME.test(value);
}

/** One host, or several of a Redis Cluster or its sentinels; a port each, and a user and a password before them. */
const REDIS =
  /^rediss?(\+(sentinel|cluster))?:\/\/([^@/?#\s]*@)?(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?(,(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?)*(\/[^\s]*)?(\?\S*)?$/i;

/** An address of a datastore that the agent can use. */
export function isDatastoreUrl(value: string): boolean {
  return REDIS.test(value) || (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol));
}

/** A duration with its unit, or `off`. */
export function isDurationOrOff(value: string): boolean {
  return value === 'off' || durationMs(value) !== undefined;
}

/** An http address, with a path perhaps; nothing that a path could not be put behind. */
export function isPublicUrl(value: string): boolean {
  if (!isHttpUrl(value)) {
    return false;
  }
  const { username, password } = new URL(value);
  return username + password === '' && !/[?#]/.test(value);
}

/** An https address without query; http only on this machine, where nobody listens in. */
export function isIssuer(value: string): boolean {
  if (!isPublicUrl(value)) {
    return false;
  }
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
