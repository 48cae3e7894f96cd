import assert from 'node:assert/strict';
import { createPublicKey, ECDH, verify } from 'node:crypto';
import { test } from 'node:test';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { compactVerify, importJWK } from 'jose';
import { decodeMultikey, encodeMultikey, expandPoint, importMultikey } from '../src/v3/did.ts';
import {
  controllerDocument,
  credentialDocument,
  generateKey,
  importEd25519Signer,
  importEs256Signer,
  signCredentialJwt,
} from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';

const text = new TextEncoder();

test('keys from other libraries are read, and verify their signatures', async () => {
  for (const [curve, pair] of [
    ['Ed25519', await Ed25519Multikey.generate({ controller: 'did:a', seed: new Uint8Array(32) })],
    ['P-256', await EcdsaMultikey.generate({ curve: 'P-256' })],
    ['P-384', await EcdsaMultikey.generate({ curve: 'P-384' })],
  ] as const) {
    const { key } = await importMultikey(pair.publicKeyMultibase);
    assert.equal(await encodeMultikey(key), pair.publicKeyMultibase);
    const data = text.encode('signed');
    const signature = await pair.signer().sign({ data });
    const how = curve === 'Ed25519' ? curve : { name: 'ECDSA', hash: curve.replace('P-', 'SHA-') };
    const verified = (what: Uint8Array): Promise<boolean> =>
      crypto.subtle.verify(how, key, new Uint8Array(signature), new Uint8Array(what));
    assert.deepEqual([await verified(data), await verified(text.encode('else'))], [true, false]);
  }
});

test('compressed points expand as in OpenSSL', async () => {
  for (let n = 0; n < 40; n++) {
    const { publicKeyMultibase } = await generateKey('ES256');
    const { bytes } = decodeMultikey(publicKeyMultibase);
    const whole = ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed');
    assert.deepEqual(Buffer.from(expandPoint('P-256', bytes)), whole);
  }
});

test('invalid keys are refused', async () => {
  const { publicKeyMultibase } = await generateKey('Ed25519');
  const offCurve = `z${'1'.repeat(20)}`;
  for (const bad of [
    '',
    'z',
    'z0',
    publicKeyMultibase.slice(1),
    `${publicKeyMultibase}1`,
    offCurve,
    `z${'2'.repeat(100_000)}`,
  ])
    await assert.rejects(importMultikey(bad), bad.slice(0, 20));
  assert.throws(() => expandPoint('P-256', Uint8Array.of(2, ...new Uint8Array(32).fill(0xff))));
  assert.throws(() => expandPoint('P-256', Uint8Array.of(2, ...new Uint8Array(31), 7)));
});

test('a generated private key signs, and its public key verifies', async () => {
  const { pkcs8, publicKeyJwk, publicKeyMultibase } = await generateKey('Ed25519');
  const signer = await importEd25519Signer(pkcs8, `did:web:a.example#${publicKeyMultibase}`);
  const signature = await signer.sign(text.encode('signed'));
  const key = createPublicKey({ key: { ...publicKeyJwk }, format: 'jwk' });
  assert.equal(verify(null, text.encode('signed'), key, signature), true);
});

const key = await generateKey('ES256');
const id = `https://badges.example/issuers/1#${key.publicKeyMultibase}`;

test('jose reads a credential as a JWT, with the claims that Open Badges 3.0 requires', async () => {
  const { subject } = ordinary();
  const facts = ordinary({
    ...{ subject: { ...subject, id: 'urn:uuid:1' }, validUntil: new Date('2030-01-01') },
  });
  const document = credentialDocument(facts);
  const jwt = await signCredentialJwt(document, await importEs256Signer(key.pkcs8, id));
  const { payload, protectedHeader } = await compactVerify(
    jwt,
    await importJWK(key.publicKeyJwk as object, 'ES256'),
  );
  assert.deepEqual(protectedHeader, { alg: 'ES256', kid: id, typ: 'JWT' });
  assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), {
    ...document,
    iss: facts.issuer.id,
    jti: facts.id,
    nbf: Date.parse('2026-03-01') / 1_000,
    sub: 'urn:uuid:1',
    exp: Date.parse('2030-01-01') / 1_000,
  });
});

test('a credential whose subject has no id cannot become a JWT', async () => {
  const signer = await importEs256Signer(key.pkcs8, id);
  await assert.rejects(signCredentialJwt(credentialDocument(ordinary()), signer), /id/);
});

test('a controller document keeps replaced keys, and removes revoked keys from those that may sign', () => {
  const document = controllerDocument('did:web:a.example', [
    { publicKeyMultibase: 'zNew' },
    { publicKeyMultibase: 'zOld' },
    { publicKeyMultibase: 'zStolen', revoked: new Date('2026-03-01') },
    { publicKeyMultibase: 'zJwt', publicKeyJwk: key.publicKeyJwk },
  ]);
  assert.deepEqual(
    document.assertionMethod,
    ['zNew', 'zOld', 'zJwt'].map((each) => `did:web:a.example#${each}`),
  );
  const methods = document.verificationMethod as Record<string, unknown>[];
  assert.deepEqual(methods[2], {
    id: 'did:web:a.example#zStolen',
    controller: 'did:web:a.example',
    type: 'Multikey',
    publicKeyMultibase: 'zStolen',
    revoked: '2026-03-01T00:00:00Z',
  });
  assert.deepEqual(methods[3]?.publicKeyJwk, key.publicKeyJwk);
  assert.equal('d' in key.publicKeyJwk, false);
});
