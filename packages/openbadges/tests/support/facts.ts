import fc from 'fast-check';
import type { CredentialFacts } from '../../src/v3/facts.ts';

const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined });
/** Every combination of optional members. Building it takes a second, which only two files need. */
export function generateFacts(): fc.Arbitrary<CredentialFacts> {
  /** Texts by people and attackers: quotes, line breaks, control characters, other scripts. */
  const words = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
    fc.constantFrom(
      'a "quoted"\\ text\r\n',
      '\u0000\u0007\u007f\u2028',
      '‏עברית‎',
      '_:b0',
      'https://a.example/',
    ),
  );
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom(
      'urn:uuid:1',
      'did:web:a.example%3A8443:issuer:1',
      'data:image/png;base64,AA==',
    ),
  );
  const image = fc.oneof(address, fc.record({ id: address, caption: words }));
  const profile = fc.record({
    id: address,
    name: words,
    url: optional(address),
    email: optional(words),
    description: optional(words),
    image: optional(image),
  });
  const several = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[] | undefined> =>
    optional(fc.array(of, { maxLength: 4 }));
  const identifier = fc.oneof(
    fc.record({ kind: words, value: words, hashed: fc.constant(false as const) }),
    fc.record({ kind: words, value: words, hashed: fc.constant(true as const), salt: words }),
  );
  const second = fc
    .integer({ min: -62_135_596_800, max: 253_402_300_799 })
    .map((seconds) => new Date(seconds * 1_000));

  return fc.record({
    id: address,
    name: words,
    description: optional(words),
    image: optional(image),
    issuer: profile,
    validFrom: second,
    validUntil: optional(second),
    subject: fc.record({
      id: optional(address),
      identifiers: several(identifier),
      narrative: optional(words),
      results: several(
        fc.record({
          describedBy: optional(address),
          value: optional(words),
          status: optional(words),
        }),
      ),
    }),
    achievement: fc.record({
      id: address,
      name: words,
      description: words,
      criteria: fc.record({ id: optional(address), narrative: optional(words) }),
      image: optional(image),
      achievementType: optional(words),
      creditsAvailable: optional(
        fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
      ),
      language: optional(words),
      version: optional(words),
      tags: several(words),
      alignments: several(
        fc.record({
          targetName: words,
          targetUrl: address,
          targetDescription: optional(words),
          targetFramework: optional(words),
          targetCode: optional(words),
          targetType: optional(words),
        }),
      ),
      creator: optional(profile),
      results: several(fc.record({ id: address, name: words, kind: words })),
    }),
    evidence: several(
      fc.record({
        id: optional(address),
        name: optional(words),
        description: optional(words),
        narrative: optional(words),
        genre: optional(words),
        audience: optional(words),
      }),
    ),
    status: optional(
      fc.record({
        list: address,
        index: fc.nat(),
        purpose: fc.constantFrom('revocation' as const, 'suspension' as const),
      }),
    ),
  });
}

/** A credential as our issuers make it. */
export function ordinary(more: Partial<CredentialFacts> = {}): CredentialFacts {
  return {
    id: 'https://badges.example/credentials/1',
    name: 'Certified Sailor',
    issuer: {
      id: 'did:web:badges.example:issuer:1',
      name: 'Sailing School',
      url: 'https://sailing.example',
      email: 'office@sailing.example',
    },
    validFrom: new Date('2026-03-01T00:00:00Z'),
    subject: { identifiers: [{ kind: 'name', value: 'Ada Lovelace', hashed: false }] },
    achievement: {
      id: 'https://badges.example/badges/1',
      name: 'Certified Sailor',
      description: 'Sails in any weather',
      criteria: { narrative: 'Sailed for three days' },
    },
    ...more,
  };
}
