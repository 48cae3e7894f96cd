import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../src/shared/read.ts';
import { credentialDocument, importEd25519Signer, signCredential } from '../src/v3/index.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import { issuer } from './support/issuer.ts';
import { examples, revocations, sampleEndorsement, vector } from './support/specification.ts';
import { issuedByStrangers } from './support/strangers.ts';
import { judge, outcomes } from './support/world.ts';

/** Signed by its issuer as in the specification (§Linked Data Proof). */
async function signedBy(document: Json, seed = 3): Promise<{ signed: object; web: Json }> {
  const { id } = document.issuer as { id: string };
  const { keyPair, controllerDocument } = await issuer(id, seed);
  // The library modifies its input.
  const own = structuredClone(document);
  const signed = await issuedByStrangers(own, keyPair, '2026-03-01T12:00:00Z');
  return { signed, web: { [id]: controllerDocument } };
}

for (const [title, document] of Object.entries(examples))
  test(`§Examples, ${title}: the unsigned example has the right shape; signed it is valid, changed it is invalid`, async () => {
    const unsigned = await judge(document);
    assert.deepEqual(
      [unsigned.status, outcomes(unsigned).shape, outcomes(unsigned).proof],
      ['invalid', 'valid', 'invalid'],
      JSON.stringify(unsigned.checks),
    );
    const { signed, web } = await signedBy(document);
    const lists = { [revocations]: { issuer: document.issuer, revokedCredential: [] } };
    const verdict = await judge(signed, { web: { ...web, ...lists } });
    assert.equal(verdict.status, 'valid', JSON.stringify(verdict.checks));
    const changed = { ...signed, name: 'Another' };
    assert.equal((await judge(changed, { web: { ...web, ...lists } })).status, 'invalid');
    const other = await signedBy(document, 4);
    assert.equal((await judge(other.signed, { web })).status, 'invalid', 'by another key');
  });

test('§Examples, Complete OpenBadgeCredential: revoked by its list, unknown without it, valid for both recipients', async () => {
  const document = examples['Complete OpenBadgeCredential'] as Json;
  const { signed, web } = await signedBy(document);
  const list = { issuer: document.issuer, revokedCredential: [{ id: document.id }] };
  assert.equal((await judge(signed, { web: { ...web, [revocations]: list } })).status, 'revoked');
  assert.equal((await judge(signed, { web })).status, 'unknown');
  const none = { ...web, [revocations]: { ...list, revokedCredential: [] } };
  for (const [email, status] of [
    ['student@1edtech.edu', 'valid'],
    ['somebody@gmail.com', 'valid'],
    ['nobody@1edtech.edu', 'invalid'],
  ] as const)
    assert.equal((await judge(signed, { web: none, email })).status, status, email);
});

test('the unsigned 1EdTech revocation list is read only over TLS or from this machine', async () => {
  const document = examples['Complete OpenBadgeCredential'] as Json;
  const requests: string[] = [];
  for (const [id, expected] of [
    [revocations, 'revoked'],
    ['http://localhost:3000/revocations', 'revoked'],
    ['http://127.0.0.1/revocations', 'revoked'],
    [revocations.replace('https:', 'http:'), 'unknown'],
    ['http://localhost.example/revocations', 'unknown'],
    ['http://127.0.0.1.example/revocations', 'unknown'],
  ] as const) {
    const credentialStatus = { ...(document.credentialStatus as Json), id };
    const { signed, web } = await signedBy({ ...document, credentialStatus });
    const list = { issuer: document.issuer, revokedCredential: [{ id: document.id }] };
    const read = async (url: string) => {
      requests.push(url);
      return { status: 200, document: { ...web, [id]: list }[url] };
    };
    assert.equal((await judge(signed, { read })).status, expected, id);
    assert.equal(requests.includes(id), expected === 'revoked', id);
  }
});

test('§Examples, proofs with another suite name (eddsa-rdf-2022, as printed there) are unknown', async () => {
  const { signed, web } = await signedBy(examples['Sample OpenBadgeCredential'] as Json);
  const { proof, ...rest } = signed as { proof: Json };
  const printed = { ...rest, proof: [{ ...proof, cryptosuite: 'eddsa-rdf-2022' }] };
  assert.equal((await judge(printed, { web })).status, 'unknown');
});

test('§Examples, Sample EndorsementCredential: the endorsement is valid, and revoked by its list', async () => {
  const { signed, web } = await signedBy(sampleEndorsement);
  const { id } = sampleEndorsement.credentialStatus as { id: string };
  const createList = (...revokedCredential: unknown[]) => ({
    ...web,
    [id]: { issuer: sampleEndorsement.issuer, revokedCredential },
  });
  assert.equal((await judge(signed, { web: createList() })).status, 'valid');
  assert.equal((await judge(signed, { web: createList(sampleEndorsement) })).status, 'revoked');
  assert.equal((await judge(signed, { web })).status, 'unknown');
  const { id: _, ...rest } = sampleEndorsement;
  const nameless = await signedBy(rest);
  const listed = { ...createList({ revocationReason: 'Unknown' }), ...nameless.web };
  assert.notEqual((await judge(nameless.signed, { web: listed })).status, 'revoked');
});

test('implementation guide, Linked Data Proof Test Vector: hash and proof are equal, and the credential is valid', async () => {
  const document = credentialDocument(vector.facts);
  const hash = await hashDocument(document, 'SHA-256');
  assert.equal(hash instanceof Uint8Array && bytesToHex(hash), vector.documentHash);
  // RFC 8410 §7.
  const pkcs8 = hexToBytes(`302e020100300506032b657004220420${vector.seed}`);
  const method = `${vector.issuer}#${vector.publicKeyMultibase}`;
  const signer = await importEd25519Signer(pkcs8, method);
  const signed = await signCredential(document, signer, vector.created);
  assert.equal(signed.proof.proofValue, vector.proofValue);
  const { publicKeyMultibase } = vector;
  const key = { id: method, type: 'Multikey', controller: vector.issuer, publicKeyMultibase };
  const controller = { id: vector.issuer, verificationMethod: [key], assertionMethod: [method] };
  assert.equal((await judge(signed, { web: { [vector.issuer]: controller } })).status, 'valid');
});
