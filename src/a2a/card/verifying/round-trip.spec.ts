import { verifyAgentCardSignature } from '@a2a-js/sdk';
import fc from 'fast-check';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject, JsonValue } from '../../protocol/index.js';
import type { SigningKey } from '../../options/card-keys.js';
import { heldKey } from '../signing/keys/held-key.js';
import { describeKey } from '../signing/keys/public-jwk.js';
import { signCard } from '../signing/sign-card.js';
import { acceptCard } from './accept-card.js';
import { TrustStore } from './trust/trust-store.js';
import { verifyCard } from './verify-card.js';

const RUNS = { numRuns: 100 };

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '掷骰子', '\u{1f600}', 'ö'),
);
const texts = fc.array(text, { maxLength: 3 });
const textMap = fc.dictionary(text, text, { maxKeys: 3 });
const some = { requiredKeys: [] };

const requirement = fc.record(
  { schemes: fc.dictionary(text, fc.record({ list: texts }, some), { maxKeys: 2 }) },
  some,
);
const requirements = fc.array(requirement, { maxLength: 3 });
const flow = fc.record({ tokenUrl: text, refreshUrl: text, scopes: textMap }, some);
const scheme = fc.oneof(
  fc.record({ apiKeySecurityScheme: fc.record({ location: text, name: text, description: text }, some) }),
  fc.record({ mtlsSecurityScheme: fc.record({ description: text }, some) }),
  fc.record({
    oauth2SecurityScheme: fc.record(
      {
        description: text,
        flows: fc.oneof(
          fc.record({ clientCredentials: flow }),
          fc.record({ authorizationCode: fc.record({ pkceRequired: fc.boolean(), scopes: textMap }, some) }),
        ),
      },
      some,
    ),
  }),
);
const extension = fc.record(
  {
    uri: text,
    required: fc.boolean(),
    params: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
  },
  some,
);
const skill = fc.record(
  { id: text, name: text, tags: texts, examples: texts, securityRequirements: requirements },
  some,
);
const cards = fc
  .record(
    {
      name: text,
      description: text,
      version: text,
      documentationUrl: text,
      provider: fc.record({ organization: text, url: text }, some),
      capabilities: fc.record(
        {
          streaming: fc.boolean(),
          extendedAgentCard: fc.boolean(),
          extensions: fc.array(extension, { maxLength: 2 }),
        },
        some,
      ),
      supportedInterfaces: fc.array(fc.record({ url: text, tenant: text }, some), { maxLength: 2 }),
      skills: fc.array(skill, { maxLength: 2 }),
      securitySchemes: fc.dictionary(text, scheme, { maxKeys: 2 }),
      securityRequirements: requirements,
    },
    some,
  )
  .map((card) => JSON.parse(JSON.stringify(card)) as JsonObject);

/** The same JSON with its members in another order. */
function shuffled(value: JsonValue, random: () => number): JsonValue {
  if (Array.isArray(value)) {
    return value.map((element) => shuffled(element, random));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const ranked = Object.entries(value).map(
    ([name, member]) => [random(), name, shuffled(member, random)] as const,
  );
  return Object.fromEntries(ranked.toSorted(([a], [b]) => a - b).map(([, name, member]) => [name, member]));
}

type Path = readonly (string | number)[];

function leavesOf(value: JsonValue, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  return Array.isArray(value)
    ? value.flatMap((element, index) => leavesOf(element, [...path, index]))
    : Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

function changed(value: JsonValue): JsonValue {
  if (typeof value === 'number') {
    return value === 0 ? 1 : -value;
  }
  return typeof value === 'boolean' ? !value : `${typeof value === 'string' ? value : ''}x`;
}

/** The same JSON with another leaf at that path. */
function changedAt(value: JsonValue, [step, ...rest]: Path): JsonValue {
  if (step === undefined) {
    return changed(value);
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => (index === step ? changedAt(element, rest) : element));
  }
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(
    members.map(([name, member]) => [name, name === step ? changedAt(member, rest) : member]),
  );
}

describe('a card that is signed, served and verified', () => {
  let key: SigningKey;
  let trust: TrustStore;

  beforeAll(async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'k1' };
    key = await heldKey(jwk, await describeKey(jwk));
    trust = await TrustStore.fromJwks({ keys: [jwk] });
  });

  // The SDK tells of each entry that is not over its own form.
  beforeEach(() => {
    vi.spyOn(console, 'debug').mockReturnValue();
  });

  const sign = async (card: JsonObject) => ({ ...card, signatures: await signCard(card, [key]) });

  it('BC-39 SD-015 A-13: is valid with its members in another order and other spacing, and again when it was taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        cards,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.nat(4),
        async (card, random, spaces) => {
          const other = shuffled(await sign(card), () => random.next().value as number);
          const served = JSON.stringify(
            { ...(other as JsonObject), url: 'http://old.example' },
            null,
            spaces,
          );
          const { card: taken, verification } = await acceptCard(JSON.parse(served), 'require', { trust });
          expect(verification?.form).toMatch(/^(spec|both)$/);
          expect((await verifyCard(taken, { trust })).verdict).toBe('valid');
        },
      ),
      RUNS,
    );
  });

  it('SD-015 A-16: is invalid when any leaf of it is changed', async () => {
    await fc.assert(
      fc.asyncProperty(cards, fc.nat(), async (card, choice) => {
        const leaves = leavesOf(card);
        fc.pre(leaves.length > 0);
        const path = leaves[choice % leaves.length]!;
        const forged = {
          ...(changedAt(card, path) as JsonObject),
          signatures: (await sign(card)).signatures,
        };
        expect((await verifyCard(forged, { trust })).verdict).toBe('invalid');
      }),
      RUNS,
    );
  });

  it('T1: is verified by the SDK on the plain JSON', async () => {
    const verify = verifyAgentCardSignature(() => Promise.resolve({ ...key.publicJwk, alg: key.alg }));
    await fc.assert(
      fc.asyncProperty(cards, async (card) => {
        // The SDK loses members of this name.
        fc.pre(!JSON.stringify(card).includes('"__proto__"'));
        await expect(verify((await sign(card)) as never)).resolves.toBeUndefined();
      }),
      RUNS,
    );
  });
});
