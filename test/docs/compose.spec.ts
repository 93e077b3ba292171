import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ms, { type StringValue } from 'ms';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadEnvironment } from '../../src/environment/index.js';
import { ROOT } from './pages.js';

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
}

const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

/** What the shell's variables come to when none is set. */
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/\$\{\w+:-([^}]*)\}/g, '$1')]),
  );

describe('docker-compose.yml', () => {
  it.each(['api', 'worker'])('has two processes in ROLE=%s', (role) => {
    const service = services[role];
    expect(service?.deploy?.replicas).toBe(2);
    expect(service?.environment?.ROLE).toBe(role);
  });

  it.each(['api', 'worker'])('gives %s an environment in which the image starts', (role) => {
    const image = Object.fromEntries(
      [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    const { environment } = loadEnvironment({ ...image, ...environmentOf(services[role] ?? {}) });
    expect(environment).toMatchObject({ NODE_ENV: 'production', ROLE: role, HOST: '0.0.0.0', PORT: 3000 });
    expect(environment.DATASTORE_URL).toMatch(/^redis:\/\/redis:/);
  });

  it.each(['api', 'worker'])('asks %s whether it is ready, and lets it end in its own time', (role) => {
    const { healthcheck, stop_grace_period: patience, ...service } = services[role] ?? {};
    expect(healthcheck?.test.join(' ')).toContain('/readyz');
    const graceMs = Number(environmentOf(service).SHUTDOWN_GRACE_MS);
    expect(ms(patience as StringValue)).toBeGreaterThan(graceMs + 2_000);
  });

  it('keeps what Redis has, and throws nothing out', () => {
    expect(services.redis?.command?.join(' ')).toMatch(
      /--appendonly yes --appendfsync everysec --maxmemory-policy noeviction/,
    );
  });

  it('knows of every service whether it is healthy, and serves this machine only', () => {
    for (const [name, { healthcheck, ports = [] }] of Object.entries(services)) {
      expect(healthcheck?.test.length, `service ${name}`).toBeGreaterThan(1);
      for (const port of ports) expect(port, `service ${name}`).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('starts PostgreSQL only when asked to', () => {
    expect(services.postgres?.profiles).toEqual(['postgres']);
    expect(services.redis?.profiles).toBeUndefined();
  });
});

describe('the Dockerfile', () => {
  it('copies what exists, runs what is built, and is not root', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(
      ([, paths]) => paths?.split(' ') ?? [],
    );
    expect(copied.length).toBeGreaterThan(5);
    const allowed = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), `path ${path}`).toBe(true);
      expect(allowed, `path ${path}`).toContain(`!${path}`);
    }
    expect(dockerfile).toMatch(/^RUN npm ci --omit=dev$/m);
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n.*\/livez/m);
    expect(dockerfile).toMatch(/^CMD \["node", "dist\/main\.js"\]$/m);
  });
});
