import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportJWK, generateKeyPair } from 'jose';
import { encodeMultikey } from './did.ts';
import { encodeDidJwk, type HolderJwk, readHolderKey } from './holder.ts';

async function createJwk(algorithm: 'ES256' | 'Ed25519') {
  const { publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { jwk: (await exportJWK(publicKey)) as HolderJwk, key: publicKey as CryptoKey };
}

for (const algorithm of ['ES256', 'Ed25519'] as const) {
  test(`a proof's key is read from jwk, did:jwk and did:key: ${algorithm}`, async () => {
    const { jwk, key } = await createJwk(algorithm);
    const did = encodeDidJwk(jwk);
    assert.deepEqual(readHolderKey({ jwk: { ...jwk, alg: algorithm, use: 'sig' } }), { did, jwk });
    assert.deepEqual(readHolderKey({ kid: `${did}#0` }), { did, jwk });
    const multikey = await encodeMultikey(key);
    const didKey = `did:key:${multikey}`;
    assert.deepEqual(readHolderKey({ kid: `${didKey}#${multikey}` }), { did: didKey, jwk });
  });
}

test('a did:jwk keeps the form that the wallet gave it', async () => {
  const { jwk } = await createJwk('ES256');
  const did = `did:jwk:${Buffer.from(JSON.stringify({ ...jwk, use: 'sig' })).toString('base64url')}`;
  assert.deepEqual(readHolderKey({ kid: `${did}#0` }), { did, jwk });
});

test('headers without one supported public key are refused', async () => {
  const { jwk, key } = await createJwk('ES256');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const secret = await exportJWK(privateKey);
  const multikey = await encodeMultikey(key);
  const did = encodeDidJwk(jwk);
  const secretDid = `did:jwk:${Buffer.from(JSON.stringify(secret)).toString('base64url')}`;
  for (const header of [
    {},
    { jwk, kid: `${did}#0` },
    { jwk: secret },
    { jwk: 'text' },
    { jwk: [jwk] },
    { jwk: { ...jwk, crv: 'P-384' } },
    { jwk: { ...jwk, x: `${'A'.repeat(42)}+` } },
    { jwk: { kty: 'oct', k: 'AAAA' } },
    { kid: did },
    { kid: `${did}#1` },
    { kid: `${did}#0#0` },
    { kid: `${secretDid}#0` },
    { kid: 'did:jwk:bm90IGpzb24#0' },
    { kid: `did:key:${multikey}` },
    { kid: `did:key:${multikey}#z6Mk` },
    { kid: 'did:web:wallet.example#0' },
    { kid: `${did}${'A'.repeat(2_000)}#0` },
    { kid: 7 },
  ])
    assert.equal(readHolderKey(header), undefined, JSON.stringify(header));
});
