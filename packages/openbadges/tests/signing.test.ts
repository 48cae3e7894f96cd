import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { credentialDocument, signCredential } from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';
import { issuer } from './support/issuer.ts';
import { issuedByStrangers, strangersLoader } from './support/strangers.ts';

const created = new Date('2026-03-01T12:00:00Z');
const { did, signer, controllerDocument } = await issuer('did:web:badges.example:issuer:1');
const document = credentialDocument(ordinary());
const signed = await signCredential(document, signer, created);

async function isVerifiedByStrangers(credential: object, now = created): Promise<boolean> {
  const { verified } = await vc.verifyCredential({
    ...{ credential, now, suite: new DataIntegrityProof({ cryptosuite }) },
    documentLoader: strangersLoader({ [did]: controllerDocument }),
  });
  return verified;
}

test('@digitalbazaar/vc verifies our signed credentials, and rejects them once changed', async () => {
  assert.equal(await isVerifiedByStrangers(signed), true);
  assert.equal(await isVerifiedByStrangers({ ...signed, name: 'Admiral' }), false);
  assert.equal(
    await isVerifiedByStrangers({ ...signed, validFrom: '2026-03-01T00:00:01Z' }),
    false,
  );
  const later = { ...signed, proof: { ...signed.proof, created: '2026-03-01T12:00:01Z' } };
  assert.equal(await isVerifiedByStrangers(later), false);
});

test('@digitalbazaar/vc rejects an expired credential', async () => {
  const until = credentialDocument(ordinary({ validUntil: new Date('2026-04-01') }));
  const credential = await signCredential(until, signer, created);
  assert.equal(await isVerifiedByStrangers(credential), true);
  assert.equal(await isVerifiedByStrangers(credential, new Date('2026-04-02')), false);
});

test('the proof equals that of @digitalbazaar/vc, and is the same each time', async () => {
  const { keyPair } = await issuer('did:web:badges.example:issuer:1');
  const theirs = await issuedByStrangers(
    structuredClone(document),
    keyPair,
    '2026-03-01T12:00:00Z',
  );
  assert.deepEqual(signed, theirs);
  assert.deepEqual(await signCredential(document, signer, created), signed);
});
