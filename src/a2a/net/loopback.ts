import { isIPv4 } from 'node:net';

/** Whether a host name or address, IPv6 with or without brackets, can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
