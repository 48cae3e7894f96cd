import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Json } from '../src/shared/read.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import { record, recordHash, recordProof, recordWeb } from './support/learner-record.ts';
import { signJson, signJwt, signRdf } from './support/sign-any.ts';
import { judge, outcomes, school, sign } from './support/world.ts';

test('implementation guide, CLR test vector: the hash is equal, and record and badge are valid', async () => {
  const hash = await hashDocument(record, 'SHA-256');
  assert.equal(hash instanceof Uint8Array && bytesToHex(hash), recordHash);
  const verdict = await judge({ ...record, proof: recordProof }, { web: recordWeb });
  assert.deepEqual(outcomes(verdict), {
    ...{ shape: 'valid', proof: 'valid', issuer: 'valid', expiry: 'valid', revocation: 'valid' },
    contents: 'valid',
  });
  assert.deepEqual(
    verdict.contains?.map(({ status, found }) => [status, found.achievement?.name]),
    [['valid', 'Achievement 1']],
  );
  assert.equal(verdict.found.achievement?.name, 'Sample Transcript');
});

const subject = record.credentialSubject as Json;
const ours = (credentials: unknown[], more: Json = {}): Json => ({
  ...record,
  issuer: { id: school.did, type: ['Profile'], name: 'School' },
  credentialSubject: { ...subject, verifiableCredential: credentials },
  ...more,
});

test('each badge in a learner record is verified, and a changed, revoked or expired one decides the status', async () => {
  const good = await sign();
  const ended = await sign({ validUntil: new Date('2026-04-01') });
  const envelope = {
    ...{
      '@context': 'https://www.w3.org/ns/credentials/v2',
      type: 'EnvelopedVerifiableCredential',
    },
    id: `data:application/vc+jwt,${await signJwt(withoutProof(good))}`,
  };
  for (const [credentials, status] of [
    [[good, envelope], 'valid'],
    [[good, await signJwt(withoutProof(good))], 'valid'],
    [[good, ended], 'expired'],
    [[good, { ...good, name: 'Admiral' }], 'invalid'],
    [[good, withoutProof(good)], 'invalid'],
    [[good, ended, { ...good, name: 'Admiral' }], 'invalid'],
    [[good, 'text'], 'invalid'],
    [[good, await signRdf(other)], 'unknown'],
    [[], 'invalid'],
  ] as const) {
    // Plain strings have no RDF, so sign these as JSON.
    const verdict = await judge(await signJson(ours([...credentials])));
    assert.equal(verdict.status, status, JSON.stringify(verdict.checks));
    assert.equal(verdict.contains?.length, credentials.length);
  }
});

test('all of 100 badges in a learner record are verified, and more are counted as not verified', async () => {
  const badges = Array<string>(130).fill(await signJwt(withoutProof(await sign())));
  const whole = await judge(await signJson(ours(badges.slice(0, 100))));
  assert.deepEqual([whole.status, whole.contains?.length], ['valid', 100]);
  const part = await judge(await signJson(ours(badges)));
  assert.equal(part.status, 'unknown');
  assert.match(
    part.checks.find(({ check }) => check === 'contents')?.message ?? '',
    /^30 of 130 credentials inside are not verified\. “#101”: At most 100 /,
  );
});

const other = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential', 'https://a.example/Membership'],
  ...{ issuer: school.did, credentialSubject: { id: 'urn:uuid:1' } },
};

function withoutProof({ proof: _, ...document }: Json): Json {
  return document;
}

test('a learner record that is changed, or has no name or learner, is invalid despite valid badges', async () => {
  const credentials = [await sign()];
  const signed = await signRdf(ours(credentials));
  assert.equal((await judge(signed)).status, 'valid');
  assert.equal((await judge({ ...signed, name: 'Another' })).status, 'invalid');
  const { id: _, ...nobody } = subject;
  for (const more of [
    { name: undefined },
    { credentialSubject: { ...nobody, verifiableCredential: credentials } },
    {
      credentialSubject: {
        ...subject,
        type: 'AchievementSubject',
        verifiableCredential: credentials,
      },
    },
    { '@context': (record['@context'] as string[]).filter((each) => !each.includes('/clr/')) },
  ]) {
    const verdict = await judge(
      await signJson(JSON.parse(JSON.stringify(ours(credentials, more)))),
    );
    assert.equal(outcomes(verdict).shape, 'invalid', JSON.stringify(more));
    assert.equal(outcomes(verdict).contents, 'valid');
  }
});
