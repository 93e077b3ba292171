import { exportJWK, generateKeyPair } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { RemoteKeySets } from './remote-key-sets.js';

const URL_A = 'https://a.example/jwks.json';
const URL_B = 'https://b.example/jwks.json';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

describe('RemoteKeySets', () => {
  const published = new Map<string, object>();
  const asked: string[] = [];
  let isAway = false;
  let nowMs = 0;
  let sets: RemoteKeySets;

  const publish = async (kid: string) => {
    const { publicKey } = await generateKeyPair('ES256');
    published.set(kid, { ...(await exportJWK(publicKey)), kid });
  };
  const names = async (kid: string, url = URL_A) => (await sets.find(url, kid)).map((key) => key.kid);

  beforeEach(async () => {
    published.clear();
    asked.length = 0;
    isAway = false;
    nowMs = 1_000_000;
    await publish('one');
    sets = new RemoteKeySets({
      allow: [URL_A, URL_B],
      now: () => nowMs,
      fetchJson: (url) => {
        asked.push(url);
        return isAway
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ keys: [...published.values()] });
      },
    });
  });

  it('T7 BC-40: allows exactly what is on the list', () => {
    expect(sets.allows(URL_A)).toBe(true);
    for (const url of [
      `${URL_A}?x`,
      `${URL_A}#x`,
      `${URL_A}/`,
      'https://A.example/jwks.json',
      'https://a.example',
      '',
    ]) {
      expect(sets.allows(url)).toBe(false);
    }
    expect(asked).toEqual([]);
  });

  it.each(['http://a.example/jwks.json', 'file:///etc/jwks.json', '/jwks.json', ''])(
    'A-16: refuses a list with %j: keys come over https only',
    (url) => {
      expect(
        () => new RemoteKeySets({ allow: [URL_A, url], fetchJson: () => Promise.reject(new Error()) }),
      ).toThrow(/is no URL with https/);
    },
  );

  it('fetches a set once for all who ask, and keeps one for each URL', async () => {
    expect(await Promise.all([names('one'), names('one'), names('two')])).toEqual([['one'], ['one'], []]);
    nowMs += 9 * MINUTE_MS;
    expect(await names('one')).toEqual(['one']);
    expect(asked).toEqual([URL_A]);
    await names('one', URL_B);
    expect(asked).toEqual([URL_A, URL_B]);
  });

  it('looks for a key that it does not know after a while, and not all the time', async () => {
    await names('one');
    await publish('two');
    nowMs += 29 * SECOND_MS;
    expect(await names('two')).toEqual([]);
    nowMs += SECOND_MS;
    expect(await Promise.all([names('two'), names('two')])).toEqual([['two'], ['two']]);
    expect(await names('three')).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('A-16: forgets a key that was withdrawn, after ten minutes', async () => {
    await names('one');
    published.clear();
    nowMs += 10 * MINUTE_MS - 1;
    expect(await names('one')).toEqual(['one']);
    nowMs += 1;
    expect(await names('one')).toEqual([]);
  });

  it('says that a set can not be had, and asks again after a while', async () => {
    isAway = true;
    await expect(Promise.all([names('one'), names('one')])).rejects.toThrow('away');
    isAway = false;
    nowMs += 29 * SECOND_MS;
    await expect(names('one')).rejects.toThrow('away');
    expect(asked).toHaveLength(1);
    nowMs += SECOND_MS;
    expect(await names('one')).toEqual(['one']);
  });

  it('does not count a key on that can not be confirmed any more', async () => {
    await names('one');
    isAway = true;
    nowMs += 10 * MINUTE_MS;
    await expect(names('one')).rejects.toThrow('away');
  });

  it('refuses what is no key set', async () => {
    const fetchJson = () => Promise.resolve('<html>');
    const other = new RemoteKeySets({ allow: [URL_A], fetchJson });
    await expect(other.find(URL_A, 'one')).rejects.toThrow(`${URL_A} is no JWKS`);
  });
});
