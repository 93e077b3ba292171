import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { acceptCard } from './accept-card.js';
import { TrustStore } from './trust/trust-store.js';
import { verifyCard } from './verify-card.js';

const VECTORS = new URL('../../../../test/vectors/', import.meta.url);
const text = (file: string) => readFileSync(new URL(file, VECTORS), 'utf8');
const json = (file: string) => JSON.parse(text(file)) as Record<string, unknown>;

interface Vector {
  readonly id: string;
  readonly file: string;
  readonly expected: 'valid' | 'partial' | 'invalid' | 'untrusted' | 'unsigned';
  readonly form?: string;
  readonly uncovered?: readonly string[];
  readonly afterRevoking?: Readonly<Record<string, string>>;
  readonly optInLegacy?: string;
  readonly mustDropAfterVerify?: readonly string[];
  readonly canonicalFile?: string;
  readonly canonicalSha256?: string;
}

const { vectors } = json('manifest.json') as unknown as { readonly vectors: readonly Vector[] };

/** The public reports that a vector is about. */
const CASES: Readonly<Record<string, string>> = {
  'A01-dice-es256-valid': 'BC-38 SD-019',
  'A24-python-ensure-ascii': 'BC-38',
  'B25-token-url-swapped': 'BC-39',
  'B27-signed-from-typed-object': 'BC-39',
  'A15-attacker-jku': 'BC-40',
  'A27-jku-metadata-ip': 'BC-40',
};

/** Causes that a report must name. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'A03-tag-added': /does not verify: the card was changed/,
  'A14-unknown-kid': /the key "[^"]+" is not in the trust store/,
  'A15-attacker-jku': /its key set "http[^"]+" is not on the list/,
  'A17-alg-none': /made with "none", which is not allowed/,
  'A20-no-kid': /names no key: "kid" must be a string/,
  'A22-der-encoded-ecdsa': /is DER-encoded; with ES256 it has 64 bytes/,
  'A24-python-ensure-ascii': /from a Python SDK that did not follow RFC 8785 yet/,
  'A26-signed-not-canonical': /over the JSON as it stands and not over its canonical form/,
  'B23-added-anonymous-alternative':
    /so \/securityRequirements\/1, \/securityRequirements\/2 may be anybody's/,
  'B27-signed-from-typed-object': /does not cover securitySchemes: it was made from the SDK's typed object/,
};

const trusted = () => TrustStore.fromFiles([fileURLToPath(new URL('jwks-trusted.json', VECTORS))]);

describe('the vectors of card signatures', () => {
  it('are all in the manifest, with the texts that were signed', () => {
    const cards = readdirSync(VECTORS).filter((file) => /^[A-Z]\d\d-.*\.json$/.test(file));
    expect(vectors.map(({ file }) => file).toSorted()).toEqual(cards.toSorted());
    for (const { canonicalFile, canonicalSha256 } of vectors.filter((vector) => vector.canonicalFile)) {
      expect(createHash('sha256').update(text(canonicalFile!)).digest('hex')).toBe(canonicalSha256);
    }
  });

  it.each(vectors.map((vector) => [[CASES[vector.id], vector.id].join(' ').trim(), vector] as const))(
    'A-16 SD-015 %s is judged as the manifest says',
    async (_, { id, file, expected, form, uncovered = [] }) => {
      const verification = await verifyCard(json(file), { trust: await trusted() });
      expect(verification).toMatchObject({ verdict: expected, uncovered });
      expect(verification.form).toBe(form);
      expect(verification.reason).toMatch(REASONS[id] ?? /./);
    },
  );

  it.each(vectors.filter(({ afterRevoking }) => afterRevoking))(
    'A-16: $id is otherwise after its key is revoked',
    async ({ file, afterRevoking }) => {
      for (const [kid, verdict] of Object.entries(afterRevoking ?? {})) {
        const trust = await trusted();
        trust.revoke(kid);
        expect(await verifyCard(json(file), { trust })).toMatchObject({
          verdict,
          reason: `the key "${kid}" is revoked`,
        });
      }
    },
  );

  it.each(vectors)(
    'T4 BC-38: $id with acceptLegacyPython is as before or what the manifest says',
    async (vector) => {
      const options = { trust: await trusted(), acceptLegacyPython: true };
      const { verdict, form } = await verifyCard(json(vector.file), options);
      const usual = [vector.expected, vector.form].join('-');
      expect([verdict, form].join('-')).toBe(vector.optInLegacy ?? usual);
    },
  );

  it('T4: what is accepted of an older Python SDK is said', async () => {
    const { file } = vectors.find(({ optInLegacy }) => optInLegacy)!;
    const options = { trust: await trusted(), acceptLegacyPython: true };
    const { warnings } = await acceptCard(json(file), 'require', options);
    expect(warnings).toEqual([expect.stringContaining('accepted by configuration')]);
  });

  it.each(vectors.filter(({ mustDropAfterVerify }) => mustDropAfterVerify))(
    'T6: of $id the members that are not signed are dropped',
    async ({ file, mustDropAfterVerify = [] }) => {
      const received = json(file);
      const { card } = await acceptCard(received, 'require', { trust: await trusted() });
      const expected = Object.entries(received).filter(([name]) => !mustDropAfterVerify.includes(name));
      expect(card).toEqual(Object.fromEntries(expected));
    },
  );

  it.each(vectors)('SD-015: $id is taken or refused as each policy says', async ({ file, expected }) => {
    const options = { trust: await trusted() };
    const outcome = (policy: 'ignore' | 'prefer' | 'require') =>
      acceptCard(json(file), policy, options).then(
        ({ warnings }) => (warnings.length === 0 ? 'taken' : 'taken with a warning'),
        (error: Error) => error.name,
      );
    expect(await outcome('ignore')).toBe('taken');
    expect(await outcome('prefer')).toBe(
      { valid: 'taken', invalid: 'CardRefused' }[expected as string] ?? 'taken with a warning',
    );
    expect(await outcome('require')).toBe(expected === 'valid' ? 'taken' : 'CardRefused');
  });
});
