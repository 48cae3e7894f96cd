import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import { cryptosuite as ecdsa } from '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { Ed25519Signature2020 } from '@digitalbazaar/ed25519-signature-2020';
import { cryptosuite as eddsa } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import type { Json } from '../src/shared/read.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import { verifyHolder } from '../src/v3/verify/index.ts';
import { issuer } from './support/issuer.ts';
import { signRdf } from './support/sign-any.ts';
import { strangersLoader } from './support/strangers.ts';
import { at, school } from './support/world.ts';

const v2 = 'https://www.w3.org/ns/credentials/v2';
const v1 = 'https://www.w3.org/2018/credentials/v1';
const challenge = 'c1';
const domain = 'badges.example';
const wallet = await issuer('did:key', 7);
const options = {
  ...{ challenge, domain, now: at.getTime() },
  digest: (document: Json, hash: 'SHA-256' | 'SHA-384') => hashDocument(document, hash),
};
const verify = (presentation: unknown, more = {}) =>
  verifyHolder(presentation, { ...options, ...more });

const present = (holder: string, more: Json = {}): Json => ({
  ...{ '@context': [v2], type: ['VerifiablePresentation'], holder },
  ...more,
});
const proof = { proofPurpose: 'authentication', challenge, domain };
const respond = (more: Json = {}, changes: Json = {}, by = wallet) =>
  signRdf(present(wallet.did, more), { by, proof: { ...proof, ...changes } });

test('responses of other libraries prove their holder in all accepted suites', async () => {
  const documentLoader = strangersLoader({});
  const sign = (holder: string, suite: object, context = v2) =>
    vc.signPresentation({
      presentation: { ...present(holder), '@context': [context] },
      ...{ suite, challenge, domain, documentLoader },
    });
  const key = await Ed25519Multikey.from(wallet.keyPair);
  const suites = [
    [new DataIntegrityProof({ signer: key.signer(), cryptosuite: eddsa }), v2],
    [new Ed25519Signature2020({ signer: key.signer() }), v2],
    [new Ed25519Signature2020({ signer: key.signer() }), v1],
  ] as const;
  for (const [suite, context] of suites) {
    const holder = await verify(await sign(wallet.did, suite, context));
    assert.deepEqual([holder?.did, holder?.jwk.crv], [wallet.did, 'Ed25519']);
  }
  const pair = await EcdsaMultikey.generate({ curve: 'P-256' });
  const did = `did:key:${pair.publicKeyMultibase}`;
  Object.assign(pair, { id: `${did}#${pair.publicKeyMultibase}`, controller: did });
  const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite: ecdsa });
  const holder = await verify(await sign(did, suite));
  assert.deepEqual([holder?.did, holder?.jwk.crv], [did, 'P-256']);
});

test('a response for another challenge, domain, purpose or holder proves nobody', async () => {
  const good = await respond();
  assert.equal((await verify(good))?.did, wallet.did);
  const { proof: signed, ...unsigned } = good;
  const second = await issuer('did:key', 8);
  const cases: [presentation: unknown, more?: object][] = [
    [good, { challenge: 'c2' }],
    [good, { domain: 'evil.example' }],
    [await respond({}, { challenge: 'c2' })],
    [await respond({}, { domain: 'evil.example' })],
    [await respond({}, { proofPurpose: 'assertionMethod' })],
    [await respond({}, { expires: '2020-01-01T00:00:00Z' })],
    [await respond({ holder: second.did })],
    [await respond({ holder: undefined })],
    [await respond({}, {}, second)],
    [await respond({}, {}, school)],
    [{ ...good, holder: second.did }],
    [{ ...good, id: 'urn:uuid:1' }],
    [{ ...good, proof: [signed, signed] }],
    [{ ...good, proof: [] }],
    [{ ...good, proof: 'x' }],
    [{ ...good, type: 'VerifiableCredential' }],
    [{ ...good, '@context': [v2, { name: 'urn:x' }] }],
    [unsigned],
    [undefined],
    ['text'],
    [[good]],
  ];
  for (const [bad, more] of cases)
    assert.equal(await verify(bad, more), undefined, JSON.stringify([bad, more]));
});
