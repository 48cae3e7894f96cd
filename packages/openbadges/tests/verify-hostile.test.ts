import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../src/shared/read.ts';
import { credentialDocument, signCredential } from '../src/v3/index.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import { ordinary } from './support/facts.ts';
import { at, judge, list, listWith, school, sign } from './support/world.ts';

const status = { list, index: 7, purpose: 'revocation' } as const;
const good = await sign({ validUntil: new Date('2026-05-01'), status });
const revoked = { [list]: await listWith({ set: [7] }) };
const contexts = good['@context'] as string[];
const cred = 'https://www.w3.org/2018/credentials#';
const xsd = 'http://www.w3.org/2001/XMLSchema#dateTime';

/** The same RDF with other terms: the signature would be intact, but readers would see less. */
const { validUntil, credentialStatus, credentialSubject, ...rest } = good;
const hidden: Record<string, Json> = {
  'an expiry under its full IRI': {
    ...{ ...rest, credentialStatus, credentialSubject },
    [`${cred}validUntil`]: { '@value': validUntil, '@type': xsd },
  },
  'a status under its full IRI': {
    ...{ ...rest, validUntil, credentialSubject },
    [`${cred}credentialStatus`]: credentialStatus,
  },
  'an expiry in @included': {
    ...{ ...rest, credentialStatus, credentialSubject },
    '@included': [{ id: good.id, type: good.type, validUntil }],
  },
  'an expiry in @graph': { '@context': contexts, '@graph': [good] },
  'a status in @reverse': {
    ...rest,
    validUntil,
    credentialSubject,
    '@reverse': { x: credentialStatus },
  },
  'an expiry in a node of the same id': {
    ...{ ...rest, credentialStatus },
    credentialSubject: { ...(credentialSubject as Json), source: { id: good.id, validUntil } },
  },
  'a blank node that is referred to': {
    ...good,
    credentialSubject: '_:b0',
    evidence: { id: '_:b0' },
  },
  'a word of its own for an expiry': {
    ...{ ...rest, credentialStatus, credentialSubject, until: validUntil },
    '@context': [...contexts, { until: { '@id': `${cred}validUntil`, '@type': xsd } }],
  },
  'a context that empties another': {
    ...{ ...good, credentialSubject: { '@context': null, ...(credentialSubject as Json) } },
  },
  'an unknown context': { ...good, '@context': [...contexts, 'https://a.example/context.json'] },
  'a context that redefines': { ...good, '@context': [...contexts, { name: 'urn:x' }] },
  'an inner context': {
    ...{
      ...good,
      credentialSubject: { '@context': { achievement: 'urn:x' }, ...(credentialSubject as Json) },
    },
  },
  'an expiry in a list of one': { ...good, validUntil: [validUntil] },
  'a status by its id alone': { ...good, credentialStatus: (credentialStatus as Json).id },
};
for (const [name, document] of Object.entries(hidden))
  test(`${name} can’t hide a revocation or expiry`, async () => {
    const verdict = await judge(document, { web: revoked });
    assert.ok(['unknown', 'invalid'].includes(verdict.status), JSON.stringify(verdict));
  });

test('the same credential in plain form is revoked', async () => {
  const verdict = await judge(good, { web: revoked, now: Date.parse('2026-04-01') });
  assert.equal(verdict.status, 'revoked');
});

test('5 MB, 100,000 levels or 100,000 members are refused before any key is fetched', async () => {
  const read = (): never => assert.fail('nothing is asked for');
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const source of [
    JSON.stringify({ ...good, description: 'x'.repeat(5 * 1024 * 1024) }),
    deep(100_000),
    JSON.stringify({ ...good, x: JSON.parse(deep(100)) }),
    JSON.stringify({ ...good, x: Array.from({ length: 100_000 }, () => 1) }),
  ]) {
    const { status: found, checks } = await judge(source, { read });
    assert.deepEqual([found, checks.map(({ check }) => check)], ['unknown', ['read']]);
  }
});

test('verification gives up on blank nodes that take too long to distinguish', async () => {
  const alike = (n: number): Json[] =>
    Array.from({ length: n }, () => ({
      type: ['Profile'],
      name: 'x',
      parentOrg: { type: ['Profile'], name: 'y' },
    }));
  const nested = (levels: number): Json =>
    levels === 0
      ? { type: ['Profile'] }
      : { type: ['Profile'], parentOrg: [nested(levels - 1), nested(levels - 1)] };
  for (const creator of [alike(2_000), nested(8), [nested(7), nested(7), ...alike(500)]]) {
    const document = {
      ...good,
      credentialSubject: {
        ...(credentialSubject as Json),
        source: creator,
      },
    };
    const cpu = process.cpuUsage();
    const verdict = await judge(document);
    const { user } = process.cpuUsage(cpu);
    assert.ok(['unknown', 'invalid'].includes(verdict.status), verdict.status);
    // About 0.2 s. Without limits, minutes.
    assert.ok(user < 20_000_000, `${user / 1_000} ms`);
  }
});

test('an evidence id of 800 KB, such as a file in a data: URL, is not too long', async () => {
  const id = `data:application/pdf;base64,${'a'.repeat(800_000)}`;
  const texts = { name: 'n', narrative: 'n', description: 'd', genre: 'g', audience: 'a' };
  const evidence = [{ id, type: ['Evidence'], ...texts }];
  assert.ok((await hashDocument({ ...good, evidence }, 'SHA-256')) instanceof Uint8Array);
});

test('a credential with fifty equal alignments is valid', async () => {
  const { achievement } = ordinary();
  const alignments = Array.from({ length: 50 }, () => ({
    ...{ targetName: 'Same', targetUrl: 'https://framework.example/1' },
  }));
  const document = credentialDocument(ordinary({ achievement: { ...achievement, alignments } }));
  const signed = await signCredential(document, school.signer, at);
  assert.equal((await judge(signed)).status, 'valid');
});
