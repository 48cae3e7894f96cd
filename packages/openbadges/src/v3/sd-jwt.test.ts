import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { compactVerify, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { credentialDocument } from './documents.ts';
import type { CredentialFacts } from './facts.ts';
import { encodeDidJwk, type HolderJwk } from './holder.ts';
import { createWebCryptoEs256Signer } from './keys.ts';
import { openBadgeVct, signSdJwtVc } from './sd-jwt.ts';

const facts: CredentialFacts = {
  id: 'https://a.example/credentials/1/vc',
  name: 'First steps',
  issuer: { id: 'did:web:a.example', name: 'Example Academy' },
  validFrom: new Date('2026-03-01'),
  validUntil: new Date('2027-03-01'),
  subject: {
    identifiers: [
      { kind: 'emailAddress', hashed: true, salt: 's', value: 'sha256$00' },
      { kind: 'name', hashed: false, value: 'Ada Lovelace' },
    ],
    narrative: 'Did well.',
    results: [{ value: 'A' }],
  },
  achievement: {
    id: 'https://a.example/badge/1',
    name: 'First steps',
    description: 'Knows how.',
    criteria: { narrative: 'Issued one.' },
  },
  evidence: [{ name: 'Thesis' }],
  status: { list: 'https://a.example/status/1', index: 7, purpose: 'revocation' },
};

type Digests = { _sd?: string[]; identifier?: { '...': string }[] };

test('an SD-JWT VC is bound to the key and hides only what its holder may withhold', async () => {
  const issuer = await generateKeyPair('ES256', { extractable: true });
  const wallet = await generateKeyPair('ES256', { extractable: true });
  const jwk = (await exportJWK(wallet.publicKey)) as HolderJwk;
  const did = encodeDidJwk(jwk);
  const signer = createWebCryptoEs256Signer(
    'did:web:a.example#key',
    issuer.privateKey as CryptoKey,
  );
  const text = await signSdJwtVc(credentialDocument(facts), signer, {
    holder: { did, jwk },
    issuedAt: new Date('2026-04-01T00:00:00.900Z'),
    createSalt: () => randomBytes(16).toString('base64url'),
  });
  const [jwt = '', ...disclosures] = text.split('~');
  assert.equal(disclosures.pop(), '', 'no key binding JWT follows');
  const { payload } = await compactVerify(jwt, issuer.publicKey);
  assert.deepEqual(decodeProtectedHeader(jwt), {
    ...{ alg: 'ES256', kid: 'did:web:a.example#key', typ: 'dc+sd-jwt' },
  });
  const claims = JSON.parse(new TextDecoder().decode(payload));
  const { iss, sub, iat, nbf, exp, vct, cnf, credentialStatus, credentialSubject } = claims;
  assert.deepEqual(
    { iss, sub, iat, nbf, exp, vct, cnf },
    {
      ...{ iss: 'did:web:a.example', sub: did, iat: 1_775_001_600, nbf: 1_772_323_200 },
      ...{ exp: 1_803_859_200, vct: openBadgeVct, cnf: { jwk } },
    },
  );
  assert.equal(credentialStatus.statusListIndex, '7');
  assert.equal(credentialSubject.achievement.name, 'First steps');
  const { _sd = [], identifier = [] } = credentialSubject as Digests;
  const digests = [...claims._sd, ..._sd, ...identifier.map((each) => each['...'])];
  const hashed = disclosures.map((each) => createHash('sha256').update(each).digest('base64url'));
  assert.deepEqual(digests.toSorted(), hashed.toSorted());
  const hidden = disclosures.map((each) =>
    JSON.parse(`${Buffer.from(each, 'base64url')}`).slice(1),
  );
  assert.deepEqual(hidden.map((parts) => parts.length === 2 && parts[0]).toSorted(), [
    ...['evidence', false, false, 'narrative', 'result'],
  ]);
  assert.ok(!JSON.stringify(claims).includes('Ada'), 'the name is only in a disclosure');
});
