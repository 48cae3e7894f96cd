import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64urlnopad } from '@scure/base';
import { decode, encode } from 'cborg';
import type { Json } from '../src/shared/read.ts';
import { controllerDocument, credentialDocument } from '../src/v3/index.ts';
import { verifyDisclosure } from '../src/v3/verify/disclosure.ts';
import type { VerifyCredentialOptions } from '../src/v3/verify/index.ts';
import { ordinary } from './support/facts.ts';
import { disclose, ecdsaIssuer, issueBase } from './support/selective.ts';
import { judge, outcomes, school } from './support/world.ts';

const ours = await ecdsaIssuer();
const { did, pair } = ours;
const document = credentialDocument(
  ordinary({ issuer: { id: did, name: 'School' }, description: 'Of the sea' }),
);
const mandatory = ['/issuer', '/validFrom', '/credentialSubject/achievement'];
const base = await issueBase(mandatory, document, ours);
const rest = ['/id', '/name', '/credentialSubject', '/credentialStatus'].filter((pointer) =>
  Object.hasOwn(document, pointer.slice(1)),
);
const derived = await disclose(base, rest);

test('ecdsa-sd-2023: the issuer’s credential and the holder’s version with parts withheld are valid', async () => {
  for (const [name, credential] of Object.entries({ base, derived })) {
    const verdict = await judge(credential);
    assert.equal(verdict.status, 'valid', `${name}: ${JSON.stringify(verdict.checks)}`);
  }
  assert.deepEqual([base.description, derived.description], ['Of the sea', undefined]);
  // First no part of the credential is mandatory to disclose, then the whole of it.
  for (const pointers of [[], ['']]) {
    const other = await issueBase(pointers, document, ours);
    assert.equal((await judge(other)).status, 'valid');
    assert.equal((await judge(await disclose(other, ['']))).status, 'valid');
  }
});

test('ecdsa-sd-2023: changed, extended or later shortened credentials, and wrong keys or proofs, are invalid', async () => {
  const { achievement, ...subject } = base.credentialSubject as Json;
  const { name: _, ...nameless } = derived;
  const others = await ecdsaIssuer();
  const other = await issueBase(mandatory, document, {
    ...others,
    pair: Object.assign(others.pair, { id: pair.id }),
  });
  const wrong: Record<string, Json> = {};
  for (const [kind, credential] of Object.entries({ base, derived }))
    Object.assign(wrong, {
      [`${kind}: name`]: { ...credential, name: 'Admiral' },
      [`${kind}: what must be shown`]: { ...credential, validFrom: '2020-01-01T00:00:00Z' },
      [`${kind}: added`]: { ...credential, validUntil: '2030-01-01T00:00:00Z' },
      [`${kind}: options`]: {
        ...credential,
        proof: { ...credential.proof, created: '2026-03-02T12:00:00Z' },
      },
      [`${kind}: of another`]: { ...credential, proof: other.proof },
    });
  Object.assign(wrong, {
    'left out by hand': nameless,
    'left out of the base': { ...base, credentialSubject: subject },
    'by another key': other,
    'half a proof': {
      ...base,
      proof: { ...base.proof, proofValue: String(base.proof.proofValue).slice(0, 400) },
    },
    'no CBOR': { ...base, proof: { ...base.proof, proofValue: `u2V0A${'A'.repeat(400)}` } },
    'deep CBOR': { ...base, proof: { ...base.proof, proofValue: `u2V0A${'gYGB'.repeat(50_000)}` } },
    'a plain signature': { ...base, proof: { ...base.proof, proofValue: `z${'1'.repeat(88)}` } },
  });
  assert.ok(achievement);
  for (const [name, credential] of Object.entries(wrong))
    assert.equal((await judge(credential)).status, 'invalid', name);
});

test('ecdsa-sd-2023: a text with “_:”, after which the suite signs anything, is never valid', async () => {
  const scored = await issueBase(mandatory, { ...document, name: 'Score_:95' }, ours);
  for (const credential of [scored, await disclose(scored, rest)])
    for (const name of ['Score_:95', 'Score_:99'])
      assert.equal((await judge({ ...credential, name })).status, 'unknown', name);
});

test('ecdsa-sd-2023: the key must be the issuer’s, of P-256 and for assertions', async () => {
  const own = await ecdsaIssuer(school.did);
  const big = await ecdsaIssuer(school.did, 'P-384');
  const didDocument = 'https://badges.example/issuer/1/did.json';
  const credential = await issueBase(mandatory, credentialDocument(ordinary()), own);
  const status = async (keys: string[], more: Json = {}) => {
    const published = keys.map((publicKeyMultibase) => ({ publicKeyMultibase }));
    const web = { [didDocument]: { ...controllerDocument(school.did, published), ...more } };
    return (await judge(credential, { web })).status;
  };
  assert.equal(await status([own.pair.publicKeyMultibase]), 'valid');
  assert.equal(await status([own.pair.publicKeyMultibase], { assertionMethod: [] }), 'invalid');
  assert.equal(await status([pair.publicKeyMultibase]), 'invalid');
  const posing = { ...credential, proof: { ...credential.proof, verificationMethod: big.pair.id } };
  const web = {
    [didDocument]: controllerDocument(school.did, [
      { publicKeyMultibase: big.pair.publicKeyMultibase },
    ]),
  };
  const verdict = await judge(posing, { web });
  assert.deepEqual(outcomes(verdict).proof, 'invalid');
  // The holder claims to be the issuer, but the key is another's.
  assert.equal(
    (await judge({ ...base, issuer: { ...(base.issuer as Json), id: school.did } })).status,
    'invalid',
  );
});

test('ecdsa-sd-2023: endless input and pointers to built-in object members are not followed', async () => {
  const trapped = JSON.parse(
    JSON.stringify(base).replace('"name"', '"__proto__":{"stained":"yes"},"name"'),
  ) as Json & { proof: Json };
  const bytes = base64urlnopad.decode(String(base.proof.proofValue).slice(1));
  const [tag, parts] = [bytes.subarray(0, 3), decode(bytes.subarray(3))];
  // A base proof value: [signature, key, HMAC key, signatures, pointers].
  const withPointer = (pointer: string) =>
    `u${base64urlnopad.encode(Uint8Array.of(...tag, ...encode([...parts.slice(0, 4), [pointer]])))}`;
  const proofValue = withPointer('/__proto__/stained');
  for (const credential of [trapped, base])
    for (const value of [proofValue, base.proof.proofValue]) {
      const { status } = await judge({
        ...credential,
        proof: { ...base.proof, proofValue: value },
      });
      const expected =
        credential === trapped ? 'unknown' : value === proofValue ? 'invalid' : 'valid';
      assert.equal(status, expected);
    }
  for (const document of [trapped, { ...trapped, proof: undefined }])
    assert.equal(await verifyDisclosure(document, { ...base.proof, proofValue }), 'unexplained');
  assert.equal(({} as Json).stained, undefined);
  // With a context that defines the name.
  const explained = {
    ...{ ...document, constructor: { stained: 'yes' } },
    '@context': [
      ...(document['@context'] as unknown[]),
      { constructor: 'https://a.example/c', stained: 'https://a.example/s' },
    ],
  };
  const reaching = { ...base.proof, proofValue: withPointer('/constructor/stained') };
  assert.equal(await verifyDisclosure(explained, reaching), 'unexplained');
  // A document without such names: built-in members of texts and lists, which all objects share.
  for (const inherited of ['/name/__proto__/trim', '/name/constructor/raw', '/type/push/call']) {
    const proof = { ...base.proof, proofValue: withPointer(inherited) };
    assert.equal((await judge({ ...base, proof })).status, 'invalid', inherited);
  }
  const shared = [Object.prototype, Object, Array.prototype.push];
  assert.deepEqual(shared.flatMap(Object.keys), []);
  // Braces of an id are written with six characters each, in every statement that names it.
  const id = `urn:ā${'{'.repeat(600_000)}`;
  const evidence = {
    id,
    type: ['Evidence'],
    name: 'n',
    narrative: 'n',
    description: 'd',
    genre: 'g',
  };
  assert.equal((await judge({ ...base, evidence: [evidence] })).status, 'unknown');
  const endless: VerifyCredentialOptions['disclose'] = async () => 'endless';
  assert.equal((await judge(base, { disclose: endless })).status, 'unknown');
});
