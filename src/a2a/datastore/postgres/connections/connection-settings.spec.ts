import { describe, expect, it } from 'vitest';
import { ConnectionSettings } from './connection-settings.js';

describe('ConnectionSettings', () => {
  const urlOf = (address: string, options?: string): URL =>
    new URL(new ConnectionSettings(address, 'an agent').with(options).connectionString ?? '');

  it('keeps what stands in a URL and adds its own options', () => {
    const url = urlOf(
      'postgres://me:p%2Fw+x@host:6432/db?sslmode=require&options=-c%20work_mem=8MB',
      '-c a=b',
    );
    expect(url.password).toBe('p%2Fw+x');
    expect(url.pathname).toBe('/db');
    expect(url.searchParams.get('sslmode')).toBe('require');
    expect(url.searchParams.get('options')).toBe('-c work_mem=8MB -c a=b');
    expect(urlOf('postgres://host/db').searchParams.has('options')).toBe(false);
  });

  it('accepts a socket folder, in a URL and as settings', () => {
    expect(urlOf('postgres://me@%2Ftmp%2Fsocket:5432/db').hostname).toBe('%2Ftmp%2Fsocket');
    const address = { host: '/tmp/socket', port: 5432, user: 'me', database: 'db' };
    expect(new ConnectionSettings(address, 'agent').with('-c a=b')).toMatchObject({
      ...address,
      options: '-c a=b',
    });
  });

  it('names each process so that the server can tell them apart', () => {
    const names = [1, 2].map(
      () => new ConnectionSettings('postgres://host/db', '代理 '.repeat(50)).applicationName,
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(64);
  });

  it('describes the server without its password', () => {
    const settings = new ConnectionSettings('postgres://me:secret@host:6432/db', 'agent');
    expect(settings.describe()).toBe('host:6432/db');
  });
});
