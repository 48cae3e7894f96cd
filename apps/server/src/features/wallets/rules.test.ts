import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walletFormats } from '@insignia/contract';
import {
  buildOffer,
  buildWalletLink,
  describeAuthorizationServer,
  describeCredentialIssuer,
  findRedemptionError,
  isProofFor,
  isProofHeader,
  MAX_PROOFS,
  MAX_TRIES,
  preAuthorizedGrant,
  readCredentialRequest,
  readProofChallenge,
  readTokenRequest,
} from './rules.ts';

const identifier = 'https://a.example/issuer/1';
const endpoints = {
  ...{ credential: `${identifier}/credential`, nonce: `${identifier}/nonce` },
  ...{ notification: `${identifier}/notification`, token: `${identifier}/token` },
};
const now = Date.parse('2026-03-01T12:00:00Z');
const seconds = (offset: number): number => now / 1_000 + offset;

test('metadata names the issuer, its endpoints and a configuration per format', () => {
  const display = { name: 'Example Academy', logo: 'https://a.example/ipfs/x' };
  const metadata = describeCredentialIssuer(identifier, endpoints, display);
  assert.equal(metadata.credential_issuer, identifier);
  assert.equal(metadata.nonce_endpoint, endpoints.nonce);
  assert.deepEqual(metadata.display, [{ name: display.name, logo: { uri: display.logo } }]);
  const configurations = metadata.credential_configurations_supported;
  assert.deepEqual(Object.keys(configurations), Object.keys(walletFormats));
  for (const [id, format] of Object.entries(walletFormats))
    assert.equal((configurations[id] as { format: string }).format, format);
  const server = describeAuthorizationServer(identifier, endpoints);
  assert.equal(server.issuer, identifier);
  assert.deepEqual(server.grant_types_supported, [preAuthorizedGrant]);
  const plain = describeCredentialIssuer(identifier, endpoints, { name: 'A', logo: undefined });
  assert.deepEqual(plain.display, [{ name: 'A' }]);
});

test('an offer asks for a transaction code only where one was sent', () => {
  const offer = buildOffer(identifier, 'code', undefined);
  assert.deepEqual(offer.credential_configuration_ids, Object.keys(walletFormats));
  assert.deepEqual(offer.grants[preAuthorizedGrant], { 'pre-authorized_code': 'code' });
  const { grants } = buildOffer(identifier, 'code', 'é'.repeat(400));
  const { tx_code: code } = grants[preAuthorizedGrant] as { tx_code: { description: string } };
  assert.deepEqual(
    { ...code, description: '' },
    { input_mode: 'numeric', length: 6, description: '' },
  );
  assert.equal(code.description.length, 300);
});

test('the link for wallets contains the encoded URL of the offer', () => {
  const link = buildWalletLink('https://a.example/offers/x?y=1');
  assert.equal(
    new URL(link).searchParams.get('credential_offer_uri'),
    'https://a.example/offers/x?y=1',
  );
});

test('a token request needs the grant and its code', () => {
  const request = { grant_type: preAuthorizedGrant, 'pre-authorized_code': 'c' };
  assert.deepEqual(readTokenRequest(request), { code: 'c', txCode: undefined });
  assert.deepEqual(readTokenRequest({ ...request, tx_code: '123456', other: '1' }), {
    ...{ code: 'c', txCode: '123456' },
  });
  assert.deepEqual(readTokenRequest({}), { error: 'invalid_request' });
  assert.deepEqual(readTokenRequest({ grant_type: preAuthorizedGrant }), {
    error: 'invalid_request',
  });
  assert.deepEqual(readTokenRequest({ ...request, grant_type: 'authorization_code' }), {
    error: 'unsupported_grant_type',
  });
});

test('a code is redeemed once, in time, and with a transaction code only where one was sent', () => {
  const open = {
    needsTxCode: false,
    tries: 0,
    expires: now + 1,
    isRedeemed: false,
  };
  assert.equal(findRedemptionError(open, undefined, now), undefined);
  assert.equal(findRedemptionError({ ...open, needsTxCode: true }, '123456', now), undefined);
  assert.equal(findRedemptionError(open, '123456', now), 'invalid_request');
  assert.equal(
    findRedemptionError({ ...open, needsTxCode: true }, undefined, now),
    'invalid_request',
  );
  assert.equal(findRedemptionError({ ...open, expires: now }, undefined, now), 'invalid_grant');
  assert.equal(findRedemptionError({ ...open, isRedeemed: true }, undefined, now), 'invalid_grant');
  assert.equal(
    findRedemptionError({ ...open, needsTxCode: true, tries: MAX_TRIES }, '123456', now),
    'invalid_grant',
  );
});

test('a credential request names a configuration and one to ten proofs of one type', () => {
  const request = { credential_configuration_id: 'open_badge_sd_jwt', proofs: { jwt: ['a'] } };
  assert.deepEqual(readCredentialRequest(request), { format: 'dc+sd-jwt', proofs: ['a'] });
  for (const [change, error] of [
    [{ credential_configuration_id: 'constructor' }, 'unknown_credential_configuration'],
    [{ credential_configuration_id: undefined }, 'invalid_credential_request'],
    [{ credential_identifier: 'x' }, 'invalid_credential_request'],
    [{ credential_response_encryption: {} }, 'invalid_credential_request'],
    [{ proofs: undefined }, 'invalid_proof'],
    [{ proofs: {} }, 'invalid_proof'],
    [{ proofs: { jwt: [] } }, 'invalid_proof'],
    [{ proofs: { jwt: 'a' } }, 'invalid_proof'],
    [{ proofs: { jwt: [1] } }, 'invalid_proof'],
    [{ proofs: { jwt: ['a'], di_vp: [{}] } }, 'invalid_proof'],
    [{ proofs: { attestation: ['a'] } }, 'invalid_proof'],
    [{ proofs: { jwt: Array.from({ length: MAX_PROOFS + 1 }, () => 'a') } }, 'invalid_proof'],
  ] as const)
    assert.deepEqual(
      readCredentialRequest({ ...request, ...change }),
      { error },
      JSON.stringify(change),
    );
  for (const body of [undefined, null, [], 'text'])
    assert.deepEqual(readCredentialRequest(body), { error: 'invalid_credential_request' });
});

test('the challenge of a presentation is that of its proof', () => {
  assert.equal(readProofChallenge({ proof: { challenge: 'c' } }), 'c');
  assert.equal(readProofChallenge({ proof: [{ challenge: 'c' }] }), 'c');
  for (const proof of [undefined, null, 'c', [], [null], {}])
    assert.equal(readProofChallenge({ proof }), undefined, JSON.stringify(proof));
});

test('a proof has its own type and an asymmetric algorithm, and nothing that must be fetched', () => {
  const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256' };
  assert.ok(isProofHeader(header));
  for (const change of [
    { typ: 'JWT' },
    { typ: undefined },
    { alg: 'none' },
    { alg: 'HS256' },
    { alg: undefined },
    { x5c: ['a'] },
    { trust_chain: ['a'] },
    { crit: ['b64'] },
  ])
    assert.ok(!isProofHeader({ ...header, ...change }), JSON.stringify(change));
});

test('a proof is for this issuer and made recently', () => {
  const claims = { aud: identifier, iat: seconds(0) };
  assert.ok(isProofFor(identifier, claims, now));
  assert.ok(isProofFor(identifier, { ...claims, iat: seconds(60), exp: seconds(30) }, now));
  for (const change of [
    { aud: `${identifier}/` },
    { aud: [identifier] },
    { iat: undefined },
    { iat: String(seconds(0)) },
    { iat: seconds(61) },
    { iat: seconds(-361) },
    { exp: seconds(-60) },
    { exp: 'later' },
  ])
    assert.ok(!isProofFor(identifier, { ...claims, ...change }, now), JSON.stringify(change));
});
