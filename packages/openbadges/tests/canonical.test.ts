import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalizeQuads } from '../src/v3/canonical.ts';
import { credentialDocument } from '../src/v3/documents.ts';
import type { CredentialFacts } from '../src/v3/facts.ts';
import { writeQuads } from '../src/v3/quads.ts';
import { bundled } from '../src/v3/verify/contexts.ts';
import { toQuads } from '../src/v3/verify/to-quads.ts';
import { generateFacts, ordinary } from './support/facts.ts';

async function assertSame(facts: CredentialFacts): Promise<void> {
  const document = credentialDocument(facts);
  const byLibrary = await canonicalizeQuads(await toQuads(document, bundled));
  assert.equal(await canonicalizeQuads(writeQuads(document, 'credential')), byLibrary);
}

test('the canonical N-Quads of a credential equal those of a JSON-LD processor, whatever its members', async () => {
  await fc.assert(fc.asyncProperty(generateFacts(), assertSame), { numRuns: 200 });
});

test('the N-Quads are equal with each optional member alone, and with each one left out', async () => {
  const members: Partial<CredentialFacts>[] = fullFacts();
  for (const each of members) {
    await assertSame(ordinary(each));
    const others = members.filter((other) => other !== each);
    await assertSame(ordinary(Object.assign({}, ...others)));
  }
});

function fullFacts(): Partial<CredentialFacts>[] {
  const { subject, achievement } = ordinary();
  return [
    { description: 'A description' },
    { image: 'https://badges.example/credentials/1.png' },
    { validUntil: new Date('2030-01-01') },
    {
      evidence: [{ narrative: 'A log book' }, { id: 'https://sailing.example/log', genre: 'Log' }],
    },
    { status: { list: 'https://badges.example/status/1', index: 94_567, purpose: 'revocation' } },
    {
      subject: { ...subject, id: 'urn:uuid:1', narrative: 'In a storm', results: [{ value: 'A' }] },
    },
    {
      evidence: Array.from({ length: 10 }, () => ({
        ...{ id: 'https://sailing.example/log', name: 'Log', description: 'A book' },
        ...{ narrative: '- kept\n- signed', genre: 'Log', audience: 'Examiners' },
      })),
    },
    {
      subject: {
        ...subject,
        results: [
          { describedBy: 'https://badges.example/badges/1#Grade', value: '1.3' },
          { describedBy: 'https://badges.example/badges/1#Pl%C3%A4tze', value: '1.3' },
        ],
      },
      achievement: {
        ...achievement,
        results: [
          { id: 'https://badges.example/badges/1#Grade', name: 'Grade', kind: 'LetterGrade' },
          { id: 'https://badges.example/badges/1#Pl%C3%A4tze', name: 'Plätze', kind: 'ext:Rank' },
        ],
      },
    },
    { achievement: { ...achievement, creditsAvailable: 36 } },
    { achievement: { ...achievement, creditsAvailable: 0.1 } },
    {
      achievement: {
        ...achievement,
        tags: ['sea', 'wind', 'sea'],
        alignments: Array.from({ length: 50 }, () => ({
          ...{ targetName: 'Same', targetUrl: 'https://framework.example/1' },
        })),
        achievementType: 'Certificate',
        language: 'en',
      },
    },
  ];
}

test('unknown members, other types and relative addresses are refused instead of signed', () => {
  const document = credentialDocument(ordinary());
  for (const bad of [
    { ...document, unknown: 'member' },
    { ...document, type: ['VerifiableCredential', 'Diploma'] },
    { ...document, id: '/credentials/1' },
    { ...document, id: 'https://a.example/> <urn:x' },
    { ...document, validFrom: { '@value': 'x' } },
    { ...document, constructor: 'x' },
  ])
    assert.throws(() => writeQuads(bad, 'credential'));
});

test('empty texts, lists and objects are left out', () => {
  const { achievement } = ordinary();
  const { achievement: document, ...subject } = credentialDocument(
    ordinary({ description: '', evidence: [], achievement: { ...achievement, tags: [] } }),
  ).credentialSubject as Record<string, object>;
  assert.deepEqual(Object.keys(document ?? {}), ['id', 'type', 'name', 'description', 'criteria']);
  assert.deepEqual(Object.keys(subject), ['type', 'identifier']);
});
