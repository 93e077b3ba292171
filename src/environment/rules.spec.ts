import { describe, expect, it } from 'vitest';
import { type EnvironmentError, loadEnvironment } from './load-environment.js';

const OAUTH = { OAUTH_ISSUER: 'https://login.example.com', OAUTH_AUDIENCE: 'agent' };
/** An agent whose code declares its security. */
const SECURED = { isSecured: true };

function faultsOf(
  env: Record<string, string>,
  declared?: Parameters<typeof loadEnvironment>[1],
): readonly string[] {
  try {
    loadEnvironment(env, declared);
    return [];
  } catch (error) {
    return (error as EnvironmentError).faults;
  }
}

describe('what the environment says of security', () => {
  it.each(['0.0.0.0', '::', '192.168.1.5', 'agent.internal'])(
    'O-2 HOST=%s without security is a fault unless that is meant',
    (HOST) => {
      expect(faultsOf({ HOST })).toEqual([expect.stringContaining('ALLOW_ANONYMOUS=true')]);
      expect(faultsOf({ HOST, ALLOW_ANONYMOUS: 'true' })).toEqual([]);
      expect(faultsOf({ HOST, ...OAUTH })).toEqual([]);
      expect(faultsOf({ HOST }, SECURED)).toEqual([]);
    },
  );

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1'])('HOST=%s needs no security', (HOST) => {
    expect(faultsOf({ HOST })).toEqual([]);
  });

  it('an issuer without an audience is a fault, and the other way round', () => {
    expect(faultsOf({ OAUTH_ISSUER: OAUTH.OAUTH_ISSUER })).toEqual([
      expect.stringContaining('set OAUTH_AUDIENCE'),
    ]);
    expect(faultsOf({ OAUTH_AUDIENCE: 'agent' })).toEqual([expect.stringContaining('set OAUTH_ISSUER')]);
  });

  it('security that is declared in code is not declared by the environment too', () => {
    for (const env of [OAUTH, { ALLOW_ANONYMOUS: 'true' }]) {
      expect(faultsOf(env, SECURED)).toEqual([expect.stringContaining('agentSecurity')]);
    }
    expect(faultsOf({ ALLOW_ANONYMOUS: 'false' }, SECURED)).toEqual([]);
  });

  it('ALLOW_ANONYMOUS=true contradicts an issuer', () => {
    expect(faultsOf({ ...OAUTH, ALLOW_ANONYMOUS: 'true' })).toEqual([expect.stringContaining('contradicts')]);
    expect(faultsOf({ ...OAUTH, ALLOW_ANONYMOUS: 'false' })).toEqual([]);
  });
});
