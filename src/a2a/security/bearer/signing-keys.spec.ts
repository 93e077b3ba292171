import { Logger } from '@nestjs/common';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeysUnavailableError, SigningKeys } from './signing-keys.js';

const ISSUER = 'https://login.example.com/realm';
const MINUTE_MS = 60_000;

describe('SigningKeys', () => {
  const published = new Map<string, object>();
  const fetched: string[] = [];
  let isAway = false;
  let now = 1_000_000;
  let keys: SigningKeys;

  const publish = async (kid: string) => {
    const { publicKey } = await generateKeyPair('ES256');
    published.set(kid, { ...(await exportJWK(publicKey)), kid });
  };

  beforeEach(async () => {
    Logger.overrideLogger(false);
    published.clear();
    fetched.length = 0;
    isAway = false;
    await publish('one');
    keys = new SigningKeys(ISSUER, () => now);
    vi.stubGlobal('fetch', (url: string) => {
      fetched.push(url);
      if (isAway) {
        return Promise.reject(new Error('away'));
      }
      const body = url.endsWith('/keys')
        ? { keys: [...published.values()] }
        : { issuer: ISSUER, jwks_uri: 'https://login.example.com/keys' };
      return Promise.resolve(Response.json(body));
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it('asks nobody before the first token comes, and then once', async () => {
    expect(fetched).toEqual([]);
    await Promise.all([keys.find('one'), keys.find('one'), keys.find('one')]);
    expect(await keys.find('one')).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(fetched).toEqual([`${ISSUER}/.well-known/openid-configuration`, 'https://login.example.com/keys']);
  });

  it('finds a key that the issuer has added, but does not look for it all the time', async () => {
    await keys.find('one');
    await publish('two');
    expect(await keys.find('two')).toBeUndefined();
    now += MINUTE_MS;
    expect(await keys.find('two')).toBeDefined();
    expect(await keys.find('three')).toBeUndefined();
    expect(fetched).toHaveLength(3);
  });

  it('forgets a key that the issuer has withdrawn', async () => {
    await keys.find('one');
    published.clear();
    await publish('two');
    now += 11 * MINUTE_MS;
    expect(await keys.find('one')).toBeUndefined();
  });

  it('goes on with the keys it knows while the issuer is away, but not for ever', async () => {
    await keys.find('one');
    isAway = true;
    now += 30 * MINUTE_MS;
    expect(await keys.find('one')).toBeDefined();
    now += 31 * MINUTE_MS;
    await expect(keys.find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
  });

  it('does not judge a token with a new key while the issuer is away', async () => {
    await keys.find('one');
    isAway = true;
    now += MINUTE_MS;
    await expect(keys.find('two')).rejects.toBeInstanceOf(KeysUnavailableError);
    expect(await keys.find('one')).toBeDefined();
  });

  it('does not ask an issuer that is away for every token', async () => {
    isAway = true;
    await expect(keys.find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
    await expect(keys.find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
    expect(fetched).toEqual([
      `${ISSUER}/.well-known/openid-configuration`,
      'https://login.example.com/.well-known/oauth-authorization-server/realm',
    ]);
    now += 1_000;
    isAway = false;
    expect(await keys.find('one')).toBeDefined();
  });

  it('takes a token without a key id only while there is one key', async () => {
    expect(await keys.find(undefined)).toBeDefined();
    await publish('two');
    now += 11 * MINUTE_MS;
    expect(await keys.find(undefined)).toBeUndefined();
  });
});
