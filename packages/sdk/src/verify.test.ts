import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  importEs256Signer,
  signCredential,
  signCredentialJwt,
  verificationMethodId,
} from '@insignia/openbadges/v3';
import { type CredentialSource, type VerifyOptions, verify } from './verify.ts';

const unasked = (): never => assert.fail('nothing is asked for');
const document = (issuer: string) =>
  credentialDocument({
    ...{
      id: 'urn:uuid:1',
      name: 'N',
      issuer: { id: issuer, name: 'S' },
      subject: { id: 'urn:uuid:2' },
    },
    ...{ validFrom: new Date('2026-01-01'), validUntil: new Date('2026-02-01') },
    achievement: {
      id: 'urn:uuid:3',
      name: 'N',
      description: 'D',
      criteria: { narrative: '<svg>' },
    },
  });
const [one, other] = [await generateKey('Ed25519'), await generateKey('ES256')];
const [did, otherDid] = [one, other].map((each) => `did:key:${each.publicKeyMultibase}`) as [
  string,
  string,
];
const getMethodId = (name: string): string =>
  verificationMethodId(name, name.slice('did:key:'.length));
const json = JSON.stringify(
  await signCredential(
    document(did),
    await importEd25519Signer(one.pkcs8, getMethodId(did)),
    new Date('2026-01-01'),
  ),
);
const jwt = await signCredentialJwt(
  document(otherDid),
  await importEs256Signer(other.pkcs8, getMethodId(otherDid)),
);
const readStatus = async (
  credential: CredentialSource,
  options: VerifyOptions = {},
): Promise<string> =>
  (await verify(credential, { now: new Date('2026-01-15'), fetch: unasked, ...options })).status;

test('a file with JSON or a JWT is read as text; other files except images are invalid', async () => {
  for (const text of [json, jwt, ` ${jwt}\n`, `\uFEFF${json}`]) {
    assert.equal(await readStatus(new Blob([text])), 'valid', text);
    assert.equal(await readStatus(new TextEncoder().encode(text)), 'valid', text);
  }
  for (const bytes of [[], [0xff, 0xd8, 0xff], [0x89, 0x50]])
    assert.equal(await readStatus(Uint8Array.from(bytes)), 'invalid');
  assert.equal(
    await readStatus(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'])),
    'invalid',
  );
});

test('a URL may lack its scheme', async () => {
  const requests: string[] = [];
  const fetch = async (url: URL | RequestInfo) => {
    requests.push(String(url));
    return new Response(json);
  };
  assert.equal(await readStatus(' a.example/1 ', { fetch }), 'valid');
  assert.deepEqual(requests, ['https://a.example/1']);
});

test('an invalid current time does not make an expired credential valid', async () => {
  assert.equal(await readStatus(json, { now: new Date('nonsense') }), 'expired');
});

test('a document too deep to serialize is not read, makes the result unknown, and never throws', async () => {
  for (const text of [
    '['.repeat(200_000) + ']'.repeat(200_000),
    '{"a":'.repeat(100_000) + 1 + '}'.repeat(100_000),
  ])
    assert.equal(
      await readStatus('https://a.example/1', { fetch: async () => new Response(text) }),
      'unknown',
    );
});
