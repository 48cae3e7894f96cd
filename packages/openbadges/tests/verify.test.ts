import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashIdentity } from '../src/shared/index.ts';
import type { Json } from '../src/shared/read.ts';
import { credentialDocument, signCredential } from '../src/v3/index.ts';
import { verifyCredential } from '../src/v3/verify/index.ts';
import { generateFacts, ordinary } from './support/facts.ts';
import { at, judge, now, outcomes, school, sign, stranger } from './support/world.ts';

const good = await sign({ validUntil: new Date('2030-01-01') });

test('a good credential is valid in every check, and its content is returned', async () => {
  const verdict = await judge(good);
  assert.deepEqual(outcomes(verdict), {
    ...{ shape: 'valid', proof: 'valid', issuer: 'valid', expiry: 'valid', revocation: 'valid' },
  });
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(verdict.found, {
    id: 'https://badges.example/credentials/1',
    achievement: {
      name: 'Certified Sailor',
      description: 'Sails in any weather',
      image: undefined,
    },
    issuer: {
      id: school.did,
      provenBy: { by: 'did:web', host: 'badges.example', path: '/issuer/1' },
      ...{ claimedName: 'Sailing School', name: 'Sailing School', url: 'https://sailing.example' },
    },
    recipient: { name: 'Ada Lovelace' },
    validFrom: Date.parse('2026-03-01'),
    validUntil: Date.parse('2030-01-01'),
  });
});

/** The document with one member changed or removed at a time. */
function* changed(value: unknown, replace: (by: unknown) => Json): Generator<Json> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const without = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
      yield replace(Array.isArray(value) ? Object.values(without) : without);
      yield* changed(inner, (by) =>
        replace(Array.isArray(value) ? value.with(Number(key), by) : { ...value, [key]: by }),
      );
    }
  } else yield replace(typeof value === 'string' ? `${value}x` : !value);
}

test('changing or removing any member makes a credential no longer valid', async () => {
  const full = await sign({
    validUntil: new Date('2030-01-01'),
    evidence: [{ id: 'https://a.example/log', narrative: 'A log book' }],
    subject: {
      id: 'urn:uuid:1',
      identifiers: [
        { kind: 'emailAddress', value: hashIdentity('a@b.c', 'x'), hashed: true, salt: 'x' },
      ],
      results: [{ value: 'A' }],
    },
  });
  assert.equal((await judge(full)).status, 'valid');
  let count = 0;
  for (const document of changed(full, (by) => by as Json)) {
    const { status } = await judge(document);
    assert.ok(
      status === 'invalid' || status === 'unknown',
      `${status}: ${JSON.stringify(document)}`,
    );
    count += 1;
  }
  assert.ok(count > 80, String(count));
});

test('the order of members does not change the result', async () => {
  const reversed = Object.fromEntries(Object.entries(good).toReversed());
  assert.equal((await judge(reversed)).status, 'valid');
});

test('a credential starts and expires at its own time, and messages show the current time', async () => {
  const beyond = Date.parse('2030-01-01T00:00:01Z');
  assert.equal((await judge(good, { now: beyond })).status, 'expired');
  const early = await judge(good, { now: Date.parse('2026-02-28T23:00:00Z') });
  assert.equal(early.status, 'not_yet_valid');
  assert.match(
    early.checks.find(({ check }) => check === 'expiry')?.message ?? '',
    /from 2026-03-01 00:00 UTC. The current time is 2026-02-28 23:00 UTC/,
  );
  const tampered = { ...good, name: 'Admiral' };
  assert.equal((await judge(tampered, { now: beyond })).status, 'invalid');
});

test('a recipient matches by hash, in plain text or by a mailto: subject', async () => {
  const value = hashIdentity('ada@example.org', 'salt');
  const hashed = { kind: 'emailAddress', value, hashed: true, salt: 'salt' } as const;
  const signed = await sign({ subject: { identifiers: [hashed] } });
  assert.equal((await judge(signed, { email: 'Ada@example.org' })).status, 'valid');
  assert.equal((await judge(signed, { email: 'eve@example.org' })).status, 'invalid');
  const several = await judge(signed, { email: ['eve@example.org', 'ada@example.org'] });
  assert.deepEqual([several.status, several.issuedTo], ['valid', 'ada@example.org']);
  const others = await judge(signed, { email: ['eve@example.org'] });
  assert.deepEqual([others.status, others.issuedTo], ['invalid', undefined]);
  assert.equal((await judge(good, { email: 'ada@example.org' })).status, 'unknown');
  const named = await sign({ subject: { id: 'mailto:ada@example.org' } });
  assert.equal((await judge(named, { email: 'ada@example.org' })).status, 'valid');
});

test('every credential that we sign is genuine, and one signed by another issuer is not', async () => {
  await fc.assert(
    fc.asyncProperty(generateFacts(), async (facts) => {
      const document = credentialDocument({
        ...facts,
        issuer: { ...facts.issuer, id: school.did },
      });
      const { proof, issuer } = outcomes(
        await judge(await signCredential(document, school.signer, at)),
      );
      assert.deepEqual([proof, issuer], ['valid', 'valid']);
      const theirs = await signCredential(document, stranger.signer, at);
      assert.equal(outcomes(await judge(theirs)).issuer, 'invalid');
    }),
    { numRuns: 60 },
  );
});

for (const [name, source] of [
  ['nothing', ''],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['three dots', 'a.b.c'],
  ['half a surrogate', '"\ud800"'],
] as const)
  test(`${name} is reported and does not throw`, async () => {
    const verdict = await verifyCredential({ source, now, read: assert.fail });
    assert.deepEqual(
      [verdict.status, verdict.checks.map(({ check }) => check)],
      ['invalid', ['read']],
    );
  });

test('documents of any form are reported and do not throw', async () => {
  const members = fc.constantFrom(
    '@context',
    'id',
    'type',
    'issuer',
    'proof',
    'credentialSubject',
    'credentialStatus',
    'validFrom',
    'x',
  );
  const any = fc.dictionary(members, fc.jsonValue({ maxDepth: 4 }));
  await fc.assert(
    fc.asyncProperty(any, fc.boolean(), async (document, isBased) => {
      const { status } = await judge(isBased ? { ...good, ...document } : document);
      assert.notEqual(status, isBased && Object.keys(document).length === 0 ? 'x' : undefined);
      if (!isBased) assert.notEqual(status, 'valid');
    }),
    { numRuns: 150 },
  );
});

test('a document without required fields is reported by section, despite a valid signature', async () => {
  const document = credentialDocument(ordinary());
  const { achievement } = document.credentialSubject as { achievement: Json };
  const about = (more: Json): Json => ({
    ...document,
    credentialSubject: {
      type: ['AchievementSubject'],
      id: 'urn:x:1',
      achievement: { ...achievement, ...more },
    },
  });
  for (const [bad, section] of [
    [{ ...document, validFrom: undefined }, /OB VerifiableCredential/],
    [{ ...document, type: ['VerifiableCredential'] }, /OB AchievementCredential/],
    [
      { ...document, '@context': ['https://www.w3.org/ns/credentials/v2'] },
      /OB AchievementCredential/,
    ],
    [{ ...document, validFrom: '2026-03-01' }, /VC 4.9/],
    [{ ...document, validFrom: '2026-03-01T00:00:00' }, /VC 4.9/],
    [about({ name: undefined }), /OB Achievement\b/],
    [about({ criteria: undefined }), /OB Achievement\b/],
    [
      { ...document, credentialSubject: { type: ['AchievementSubject'], achievement } },
      /OB AchievementSubject/,
    ],
    [{ ...document, issuer: { id: school.did, name: 'School' } }, /OB Profile/],
    [about({ image: 'https://a.example/picture.png' }), /OB Image/],
    [about({ alignment: [{ type: ['Alignment'], targetName: 'Sailing' }] }), /OB Alignment/],
    [{ ...document, evidence: [{ name: 'A log book' }] }, /OB Evidence/],
    [about({ resultDescription: [{ type: ['ResultDescription'], name: 'Grade' }] }), /OB ResultD/],
    [
      { ...document, credentialSubject: { ...Object(document.credentialSubject), result: [{}] } },
      /OB Result\b/,
    ],
  ] as const) {
    const signed = await signCredential(JSON.parse(JSON.stringify(bad)), school.signer, at).catch(
      () => bad,
    );
    const verdict = await judge(signed);
    const shape = verdict.checks.find(({ check }) => check === 'shape');
    assert.deepEqual([verdict.status, shape?.outcome], ['invalid', 'invalid']);
    assert.match(shape?.message ?? '', section);
    // Messages must be sentences. “It its id is not a URI” was one once.
    assert.match(shape?.message ?? '', /^The credential ((isn’t|has|doesn’t) [^;]+(; |\.$))+$/);
  }
});

test('repeated members and unpaired surrogates are not believed, because readers interpret them differently', async () => {
  const name = JSON.stringify((good as Json).name);
  const text = JSON.stringify(good);
  for (const [changed, message] of [
    [
      text.replace(`"name":${name}`, `"name":"Admiral","name":${name}`),
      /repeats the member “name”/,
    ],
    [
      text.replace('{', '{"valid\\u0055ntil":"2099-01-01T00:00:00Z","validUntil":1,'),
      /repeats the member “validUntil”/,
    ],
    [text.replace(`"name":${name}`, '"name":"\\ud800"'), /well-formed/],
  ] as const) {
    const { status, checks } = await judge(changed);
    assert.equal(status, 'invalid');
    assert.deepEqual(
      checks.map(({ check }) => check),
      ['read'],
    );
    assert.match(checks[0]?.message ?? '', message);
  }
});
