import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020';
import * as vc from '@digitalbazaar/vc';
import type { Json } from '../src/shared/read.ts';
import { controllerDocument, credentialDocument, signCredential } from '../src/v3/index.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import type { VerifyCredentialOptions } from '../src/v3/verify/index.ts';
import { ordinary } from './support/facts.ts';
import { issuer } from './support/issuer.ts';
import { strangersLoader } from './support/strangers.ts';
import { at, judge, outcomes, school, sign, stranger } from './support/world.ts';

const good = await sign();
const withProof = (more: Json): Json => ({ ...good, proof: { ...good.proof, ...more } });
const didDocument = 'https://badges.example/issuer/1/did.json';

test('credentials signed elsewhere with ecdsa-rdfc-2019 on both curves or Ed25519Signature2020 verify', async () => {
  for (const curve of ['P-256', 'P-384']) {
    const pair = await EcdsaMultikey.generate({ curve });
    const did = `did:key:${pair.publicKeyMultibase}`;
    Object.assign(pair, { id: `${did}#${pair.publicKeyMultibase}`, controller: did });
    const document = credentialDocument(ordinary({ issuer: { id: did, name: 'School' } }));
    const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite: ecdsa });
    const signed = await vc.issue({
      credential: document,
      suite,
      documentLoader: strangersLoader({}),
    });
    assert.equal((await judge(signed)).status, 'valid', curve);
    assert.equal((await judge({ ...signed, name: 'Admiral' })).status, 'invalid', curve);
  }
  const document = credentialDocument(ordinary());
  const contexts = document['@context'] as string[];
  const key = await Ed25519Multikey.from(school.keyPair);
  const signed = await vc.issue({
    credential: {
      ...{
        ...document,
        '@context': [...contexts, 'https://w3id.org/security/suites/ed25519-2020/v1'],
      },
    },
    suite: new Ed25519Signature2020({ signer: key.signer() }),
    documentLoader: strangersLoader({}),
  });
  assert.equal((await judge(signed)).status, 'valid');
  assert.equal((await judge({ ...signed, name: 'Admiral' })).status, 'invalid');
});

test('a proof of an unsupported kind is unknown, and one for another purpose is invalid', async () => {
  for (const [proof, status] of [
    [{ cryptosuite: 'bbs-2023' }, 'unknown'],
    [{ type: 'Ed25519Signature2018' }, 'unknown'],
    [{ cryptosuite: 'ecdsa-rdfc-2019' }, 'invalid'],
    [{ proofPurpose: 'authentication' }, 'invalid'],
    [{ proofPurpose: ['assertionMethod'] }, 'invalid'],
    [{ proofValue: 'u1234' }, 'invalid'],
    [{ proofValue: undefined }, 'invalid'],
    [{ expires: '2026-05-01T00:00:00Z' }, 'invalid'],
    [{ created: 'yesterday' }, 'invalid'],
    [{ previousProof: 'urn:uuid:1' }, 'unknown'],
    [{ '@context': ['https://w3id.org/security/data-integrity/v2'] }, 'invalid'],
  ] as const)
    assert.equal((await judge(withProof(proof))).status, status, JSON.stringify(proof));
  const { proof: _, ...unsigned } = good;
  assert.equal((await judge(unsigned)).status, 'invalid');
  assert.equal((await judge({ ...unsigned, proof: ['x'] })).status, 'invalid');
});

test('among several proofs the issuer’s counts, a wrong one makes the credential invalid, and too many make it unknown', async () => {
  const { proof: theirs } = await signCredential(
    credentialDocument(ordinary()),
    stranger.signer,
    at,
  );
  const wrong = { ...good.proof, created: '2026-03-02T00:00:00Z' };
  const status = async (...proof: object[]): Promise<string> =>
    (await judge({ ...good, proof })).status;
  assert.equal(await status(good.proof, theirs), 'valid');
  assert.equal(await status(theirs, good.proof), 'valid');
  assert.equal(await status(theirs), 'invalid');
  assert.equal(await status(good.proof, wrong), 'invalid');
  assert.equal(await status(good.proof, { ...good.proof, cryptosuite: 'bbs-2023' }), 'valid');
  const chained = { ...good.proof, previousProof: 'urn:uuid:1' };
  assert.equal(await status(chained), 'unknown', 'which is not looked at, is not wrong');
  assert.equal(await status(good.proof, chained), 'valid');
  assert.equal(await status(...Array.from({ length: 5 }, () => good.proof)), 'unknown');
});

test('a key of another issuer never signs for this one, even when it claims to', async () => {
  const byStranger = await sign({}, stranger);
  assert.deepEqual(outcomes(await judge(byStranger)).issuer, 'invalid');
  // The other issuer's document names the school as controller.
  const [method] = (stranger.controllerDocument as { verificationMethod: Json[] })
    .verificationMethod;
  const posing = {
    ...stranger.controllerDocument,
    verificationMethod: [{ ...method, controller: school.did }],
  };
  for (const document of [posing, { ...posing, id: school.did }]) {
    const web = { 'https://stranger.example/.well-known/did.json': document };
    assert.equal((await judge(byStranger, { web })).status, 'invalid');
  }
  const did = await issuer('did:key');
  assert.equal((await judge(await sign({}, did))).status, 'invalid');
  const own = await sign({ issuer: { id: did.did, name: 'School' } }, did);
  assert.equal((await judge(own)).status, 'valid');
});

test('a replaced key is accepted while its issuer publishes it, and a revoked or removed one is not', async () => {
  const { publicKeyMultibase } = school.keyPair;
  const newer = { publicKeyMultibase: stranger.keyPair.publicKeyMultibase };
  const status = async (keys: Parameters<typeof controllerDocument>[1]): Promise<string> =>
    (await judge(good, { web: { [didDocument]: controllerDocument(school.did, keys) } })).status;
  assert.equal(await status([newer, { publicKeyMultibase }]), 'valid');
  assert.equal(await status([newer, { publicKeyMultibase, revoked: at }]), 'invalid');
  assert.equal(await status([newer]), 'invalid');
});

test('a key for other purposes, of another kind, with its private part or without a document is refused', async () => {
  const document = school.controllerDocument as { verificationMethod: Json[] } & Json;
  const [method] = document.verificationMethod;
  for (const [changed, status] of [
    [{ ...document, assertionMethod: [] }, 'invalid'],
    [
      { ...document, assertionMethod: undefined, authentication: document.assertionMethod },
      'invalid',
    ],
    [{ ...document, id: 'did:web:else.example' }, 'invalid'],
    [{ ...document, verificationMethod: [{ ...method, publicKeyMultibase: 'zNone' }] }, 'invalid'],
    [{ ...document, verificationMethod: [{ ...method, secretKeyMultibase: 'z1' }] }, 'invalid'],
    [
      { ...document, verificationMethod: [{ ...method, expires: '2026-05-01T00:00:00Z' }] },
      'invalid',
    ],
    [[], 'unknown'],
    [undefined, 'unknown'],
  ] as const)
    assert.equal(
      (await judge(good, { web: { [didDocument]: changed } })).status,
      status,
      JSON.stringify(changed),
    );
});

test('verification requests only web host names, never IP addresses, and accepts only status 200', async () => {
  const requests: string[] = [];
  const read = async (url: string) => {
    requests.push(url);
    return { status: 302, document: {} };
  };
  for (const method of [
    'did:web:10.0.0.1#k',
    'did:web:%5B%3A%3A1%5D#k',
    'http://a.example/#k',
    'file:///etc/passwd#k',
    'did:ion:x#k',
  ])
    assert.equal(
      (await judge(withProof({ verificationMethod: method }), { read })).status,
      'unknown',
      method,
    );
  assert.deepEqual(requests, []);
  assert.equal((await judge(good, { read })).status, 'unknown');
  assert.deepEqual(requests, [didDocument]);
});

test('four proofs of one document hash it once, and hashing stops after one that takes too long', async () => {
  const { proof, ...rest } = good;
  const dated = [1, 2, 3, 4].map((day) => ({ ...proof, created: `2026-03-0${day}T00:00:00Z` }));
  const hashed: Json[] = [];
  const four = [proof, proof, proof, proof];
  const real: VerifyCredentialOptions['digest'] = (document, hash) => {
    hashed.push(document);
    return hashDocument(document, hash);
  };
  assert.equal((await judge({ ...rest, proof: four }, { digest: real })).status, 'valid');
  assert.equal(hashed.filter(({ credentialSubject }) => credentialSubject).length, 1);
  hashed.length = 0;
  const endless: VerifyCredentialOptions['digest'] = async (document) => {
    hashed.push(document);
    return 'endless';
  };
  assert.equal((await judge({ ...rest, proof: dated }, { digest: endless })).status, 'unknown');
  assert.equal(hashed.length, 1);
});
