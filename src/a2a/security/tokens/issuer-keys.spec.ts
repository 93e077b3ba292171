import { Logger } from '@nestjs/common';
import { errors, exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { IssuerKeys, KeysUnavailableError } from './issuer-keys.js';

const ISSUER = 'https://login.example.com/realm';
const MINUTE_MS = 60_000;

describe('IssuerKeys', () => {
  const published = new Map<string, object>();
  const fetched: string[] = [];
  let isAway = false;
  let now = 1_000_000;
  let keys: IssuerKeys;

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
    const fetchJson = (url: string): Promise<unknown> => {
      fetched.push(url);
      if (isAway) {
        return Promise.reject(new Error('away'));
      }
      const body = url.endsWith('/keys')
        ? { keys: [...published.values()] }
        : { issuer: ISSUER, jwks_uri: 'https://login.example.com/keys' };
      return Promise.resolve(body);
    };
    keys = new IssuerKeys({ issuer: ISSUER, fetchJson, now: () => now });
  });

  /** The key for a token with this key id; undefined where the issuer has none, or several that fit. */
  const find = async (kid: string | undefined) => {
    try {
      return await keys.find({ alg: 'ES256', kid }, { payload: '', signature: '' });
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };

  it('asks nobody before the first token comes, and then once', async () => {
    expect(fetched).toEqual([]);
    await Promise.all([find('one'), find('one'), find('one')]);
    expect(await find('one')).toMatchObject({ type: 'public' });
    expect(fetched).toEqual([`${ISSUER}/.well-known/openid-configuration`, 'https://login.example.com/keys']);
  });

  it('finds a key that the issuer has added, but does not look for it all the time', async () => {
    await find('one');
    await publish('two');
    expect(await find('two')).toBeUndefined();
    now += MINUTE_MS;
    expect(await find('two')).toBeDefined();
    expect(await find('three')).toBeUndefined();
    expect(fetched).toHaveLength(3);
  });

  it('forgets a key that the issuer has withdrawn', async () => {
    await find('one');
    published.clear();
    await publish('two');
    now += 11 * MINUTE_MS;
    expect(await find('one')).toBeUndefined();
  });

  it('goes on with the keys it knows while the issuer is away, but not for ever', async () => {
    await find('one');
    isAway = true;
    now += 30 * MINUTE_MS;
    expect(await find('one')).toBeDefined();
    now += 31 * MINUTE_MS;
    await expect(find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
  });

  it('does not judge a token with a new key while the issuer is away', async () => {
    await find('one');
    isAway = true;
    now += MINUTE_MS;
    await expect(find('two')).rejects.toBeInstanceOf(KeysUnavailableError);
    expect(await find('one')).toBeDefined();
  });

  it('does not ask an issuer that is away for every token', async () => {
    isAway = true;
    await expect(find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
    await expect(find('one')).rejects.toBeInstanceOf(KeysUnavailableError);
    expect(fetched).toEqual([
      `${ISSUER}/.well-known/openid-configuration`,
      'https://login.example.com/.well-known/oauth-authorization-server/realm',
    ]);
    now += 1_000;
    isAway = false;
    expect(await find('one')).toBeDefined();
  });

  it('takes a token without a key id only while there is one key', async () => {
    expect(await find(undefined)).toBeDefined();
    await publish('two');
    now += 11 * MINUTE_MS;
    expect(await find(undefined)).toBeUndefined();
  });
});
