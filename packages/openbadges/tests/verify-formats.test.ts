// Forms of genuine credentials other than an OpenBadgeCredential with its own proof.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { Json } from '../src/shared/read.ts';
import type { ReadDocument } from '../src/shared/reader.ts';
import { credentialDocument } from '../src/v3/index.ts';
import type { CredentialVerdict } from '../src/v3/verify/index.ts';
import { ordinary } from './support/facts.ts';
import { issuer, type TestIssuer } from './support/issuer.ts';
import { record } from './support/learner-record.ts';
import { signJson, signJwt, signRdf } from './support/sign-any.ts';
import { judge, list, listWith, outcomes, school, sign, stranger, web } from './support/world.ts';

const v1 = 'https://www.w3.org/2018/credentials/v1';
const v2 = 'https://www.w3.org/ns/credentials/v2';
const openBadges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
const subject = { id: 'urn:uuid:1' };
const document = credentialDocument(ordinary({ subject }));
const findMessage = ({ checks }: CredentialVerdict, name: string): string =>
  checks.find(({ check }) => check === name)?.message ?? '';
const good = {
  shape: 'valid',
  proof: 'valid',
  issuer: 'valid',
  expiry: 'valid',
  revocation: 'valid',
};

// Open Badges 3.0 §Verify a Credential VC-JWT Signature, note on VC Data Model 1.1; Data Model 1.1 §6.3.1.
const { validFrom, '@context': _, ...members } = document;
const old = { '@context': [v1, openBadges], ...members, issuanceDate: validFrom };
const claims = {
  ...{ iss: school.did, jti: document.id, sub: 'urn:uuid:1' },
  nbf: Date.parse(String(validFrom)) / 1_000,
};

test('a data model 1.1 JWT with its credential in the claim vc is valid', async () => {
  const verdict = await judge(await signJwt({ ...claims, vc: old }));
  assert.deepEqual([verdict.status, outcomes(verdict)], ['valid', good]);
  assert.equal(verdict.found.achievement?.name, 'Certified Sailor');
});

test('nbf of a data model 1.1 JWT matches its issuanceDate, whatever its validFrom (1EdTech validator, velocity.jwt)', async () => {
  const vc = { ...old, validFrom: '2025-01-01T00:00:00Z' };
  assert.equal((await judge(await signJwt({ ...claims, vc }))).status, 'valid');
});

test('claims of a data model 1.1 JWT fill in members that its credential leaves out', async () => {
  const { id: _id, issuanceDate: _date, ...rest } = old as Json;
  const { id: _subject, ...known } = rest.credentialSubject as Json;
  const { id: _issuer, ...profile } = rest.issuer as Json;
  const vc = { ...rest, issuer: profile, credentialSubject: known };
  const exp = Date.parse('2026-05-01T00:00:00Z') / 1_000;
  const verdict = await judge(await signJwt({ ...claims, exp, vc }));
  assert.equal(verdict.status, 'expired', JSON.stringify(verdict.checks));
  assert.deepEqual(
    [verdict.found.id, verdict.found.issuer?.id, verdict.found.validUntil],
    [document.id, school.did, exp * 1_000],
  );
});

test('a JWT whose claims differ from the credential in vc is invalid', async () => {
  for (const more of [
    { iss: stranger.did },
    { sub: 'urn:uuid:2' },
    { jti: 'urn:uuid:2' },
    { nbf: 1 },
  ]) {
    const verdict = await judge(await signJwt({ ...claims, ...more, vc: old }));
    assert.equal(verdict.status, 'invalid', JSON.stringify(more));
  }
});

test('a JWT with one credential in vc and another one beside it is invalid', async () => {
  const verdict = await judge(await signJwt({ ...claims, ...document, vc: old }));
  assert.equal(verdict.status, 'invalid');
  assert.match(
    findMessage(verdict, 'read'),
    /in its “vc” or “vp” claim and another one next to it/,
  );
});

test('a JWT without iss, or without any registered claim, is valid', async () => {
  for (const payload of [{ ...claims, ...document, iss: undefined }, document])
    assert.equal((await judge(await signJwt(payload))).status, 'valid');
});

test('exp of a JWT ends the validity of a credential that names no expiry', async () => {
  const exp = Date.parse('2026-05-01T00:00:00Z') / 1_000;
  assert.equal((await judge(await signJwt({ ...document, exp }))).status, 'expired');
  assert.equal((await judge(await signJwt({ ...document, exp: String(exp) }))).status, 'invalid');
});

async function withOwnKey(alg: string, of: Json): Promise<{ jwt: string; thumbprint: string }> {
  const pair = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const jwt = await new CompactSign(new TextEncoder().encode(JSON.stringify(of)))
    .setProtectedHeader({ alg, jwk })
    .sign(pair.privateKey);
  return { jwt, thumbprint: await calculateJwkThumbprint(jwk) };
}

test('a JWT with an embedded key proves only that key, whatever issuer it names', async () => {
  for (const alg of ['RS256', 'ES256', 'EdDSA']) {
    const { jwt, thumbprint } = await withOwnKey(alg, document);
    const verdict = await judge(jwt);
    assert.deepEqual(outcomes(verdict), { ...good, issuer: 'unknown', revocation: 'unknown' }, alg);
    assert.equal(verdict.status, 'unknown');
    assert.ok(findMessage(verdict, 'issuer').includes(thumbprint), findMessage(verdict, 'issuer'));
    const [header, , signature] = jwt.split('.');
    const other = Buffer.from(JSON.stringify({ ...document, name: 'Admiral' })).toString(
      'base64url',
    );
    assert.equal((await judge(`${header}.${other}.${signature}`)).status, 'invalid', alg);
  }
});

test('a JWT with an embedded private key or secret is invalid', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  for (const jwk of [await exportJWK(pair.privateKey), { kty: 'oct', k: 'AA' }]) {
    const verdict = await judge(await signJwt(document, { kid: undefined, alg: 'ES256', jwk }));
    assert.equal(outcomes(verdict).proof, 'invalid');
  }
});

test('a JWT that carries its key under a local name is proven as that key, unless the issuer has a key of that name', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const carrying = (kid: string) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(document)))
      .setProtectedHeader({ alg: 'ES256', jwk, kid })
      .sign(pair.privateKey);
  const verdict = await judge(await carrying('key-1'));
  assert.deepEqual(outcomes(verdict), { ...good, issuer: 'unknown', revocation: 'unknown' });
  assert.deepEqual(verdict.found.issuer?.provenBy, {
    ...{ by: 'jwk', thumbprint: await calculateJwkThumbprint(jwk) },
  });
  const ofIssuer = school.keyPair.publicKeyMultibase;
  assert.equal((await judge(await carrying(ofIssuer))).status, 'invalid');
  assert.equal((await judge(await signJwt(document, { kid: ofIssuer, jwk }))).status, 'valid');
});

test('a JWT by a did:key is valid whatever its local kid, unless another key signed it', async () => {
  const own = await issuer('did:key', 9);
  const body = { ...document, issuer: { id: own.did, type: ['Profile'], name: 'School' } };
  for (const payload of [body, { ...body, iss: own.did }]) {
    const verdict = await judge(await signJwt(payload, { kid: 'key-1' }, own));
    assert.deepEqual([verdict.status, outcomes(verdict)], ['valid', good]);
    const provenBy = { by: 'did:key', key: own.keyPair.publicKeyMultibase };
    assert.deepEqual(verdict.found.issuer?.provenBy, provenBy);
  }
  assert.equal((await judge(await signJwt(body, { kid: 'key-1' }, stranger))).status, 'invalid');
  const elsewhere = `${own.did}#key-1`;
  assert.equal((await judge(await signJwt(body, { kid: elsewhere }, own))).status, 'invalid');
});

// Securing Verifiable Credentials using JOSE and COSE §3.1.3: they are about the signature.
test('nbf and exp of a JWT limit a credential of another kind, but may differ from its dates', async () => {
  const other = {
    ...{ '@context': [v2], type: ['VerifiableCredential', 'https://a.example/Membership'] },
    ...{ issuer: school.did, credentialSubject: { id: 'urn:uuid:1' } },
    ...{ validFrom: '2026-01-01T00:00:00Z', validUntil: '2030-01-01T00:00:00Z' },
  };
  const judgeWith = async (claims: Json) => {
    const { status, checks } = await judge(await signJwt({ ...other, ...claims }));
    return [status, checks.find(({ check }) => check === 'expiry')?.outcome];
  };
  const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1_000;
  const dates = { nbf: day('2026-02-01'), exp: day('2029-01-01') };
  assert.deepEqual(await judgeWith(dates), ['unknown', 'valid']);
  assert.deepEqual(await judgeWith({ exp: day('2026-03-01') }), ['invalid', 'invalid']);
  assert.deepEqual(await judgeWith({ nbf: day('2029-01-01') }), ['invalid', 'invalid']);
  for (const exp of ['1', null, -1e20])
    assert.equal((await judgeWith({ exp }))[0], 'invalid', String(exp));
});

test('claims of a JWT that its credential has no member for, or for the only one of a list, do not contradict it', async () => {
  const plain = { '@context': [v2], type: ['VerifiableCredential'], issuer: school.did };
  const degree = { degree: 'Bachelor' };
  for (const payload of [
    { ...plain, jti: 'urn:uuid:9', sub: 'urn:uuid:5', credentialSubject: degree },
    { ...plain, sub: 'urn:uuid:5', credentialSubject: [{ id: 'urn:uuid:5', ...degree }] },
    {
      ...{ iss: school.did, sub: 'urn:uuid:5', nbf: 1 },
      vc: { '@context': [v1], type: plain.type, credentialSubject: [degree] },
    },
  ])
    assert.equal((await judge(await signJwt(payload))).status, 'unknown', JSON.stringify(payload));
  const other = { ...plain, sub: 'urn:uuid:5', credentialSubject: [{ id: 'urn:uuid:6' }] };
  assert.equal((await judge(await signJwt(other))).status, 'invalid');
});

test('a number that JSON parsers read as infinity makes a credential invalid, and throws nothing', async () => {
  const signed = await signJson(document);
  for (const each of [
    { ...signed, x: 'INF' },
    { ...signed, proof: { ...(signed.proof as Json), x: 'INF' } },
    { ...(await sign()), x: 'INF' },
  ])
    assert.equal((await judge(JSON.stringify(each).replace('"INF"', '1e400'))).status, 'invalid');
});

test('a JWT whose issuer is the did:key of its embedded key is valid', async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { x } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const { base58 } = await import('@scure/base');
  const did = `did:key:z${base58.encode(Uint8Array.of(0xed, 1, ...raw))}`;
  const own = { ...document, issuer: { id: did, type: ['Profile'], name: 'School' } };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x } })}.${part(own)}`;
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, Buffer.from(text));
  const verdict = await judge(`${text}.${Buffer.from(signature).toString('base64url')}`);
  assert.equal(verdict.status, 'valid', JSON.stringify(verdict.checks));
});

// Data Integrity EdDSA Cryptosuites §3.3 eddsa-jcs-2022.
test('a credential with an eddsa-jcs-2022 proof is valid, with and without contexts in the proof', async () => {
  for (const omitContext of [false, true]) {
    const signed = await signJson(document, { omitContext });
    const verdict = await judge(signed);
    assert.deepEqual([verdict.status, outcomes(verdict)], ['valid', good]);
    const reversed = Object.fromEntries(Object.entries(signed).toReversed());
    assert.equal((await judge(reversed)).status, 'valid', 'the order of members means nothing');
    assert.equal((await judge({ ...signed, name: 'Admiral' })).status, 'invalid');
    const theirs = await signJson(document, { by: stranger, omitContext });
    assert.equal((await judge(theirs)).status, 'invalid', 'signed by somebody else');
  }
});

test('an eddsa-jcs-2022 proof covers its own options, and requires the contexts that start the document', async () => {
  const signed = await signJson(document);
  const proof = signed.proof as Json;
  for (const more of [
    { created: '2026-03-02T12:00:00Z' },
    { expires: '2030-01-01T00:00:00Z' },
    { '@context': [v2] },
    { '@context': [openBadges] },
    { cryptosuite: 'eddsa-rdfc-2022' },
    { proofPurpose: 'authentication' },
  ])
    assert.equal(
      (await judge({ ...signed, proof: { ...proof, ...more } })).status,
      'invalid',
      JSON.stringify(more),
    );
  for (const more of [{ type: 'eddsa-jcs-2022' }, { cryptosuite: ['eddsa-jcs-2022'] }])
    assert.equal(
      (await judge({ ...signed, proof: { ...proof, ...more } })).status,
      'unknown',
      JSON.stringify(more),
    );
});

test('the direction of a text is signed with it (vc-data-model-2.0-test-suite, “Names and Descriptions”)', async () => {
  const name = { '@value': 'بحّار', '@language': 'ar', '@direction': 'rtl' };
  const plain = { ...(document as Json), '@context': [v2], type: ['VerifiableCredential'], name };
  const { proof } = await signRdf({ ...plain, credentialSubject: subject, issuer: school.did });
  const bare = { ...plain, credentialSubject: subject, issuer: school.did, proof };
  assert.deepEqual(outcomes(await judge(bare)), { ...good, shape: 'unknown' });
  const turned = { ...bare, name: { ...name, '@direction': 'ltr' } };
  assert.equal(outcomes(await judge(turned)).proof, 'invalid');
});

// Verifiable Credentials Data Model 2.0 §4.13.1, §4.13.2.
const envelope = (jwt: string, more: Json = {}): Json => ({
  ...{
    '@context': v2,
    type: 'EnvelopedVerifiableCredential',
    id: `data:application/vc+jwt,${jwt}`,
  },
  ...more,
});

test('an enveloped credential verifies as the JWT inside', async () => {
  const jwt = await signJwt(document);
  assert.deepEqual(await judge(envelope(jwt)), await judge(jwt));
  const id = `data:application/jwt,${jwt}`;
  assert.equal((await judge(envelope(jwt, { id }))).status, 'valid');
});

test('an envelope may be any data: URL of a JWT (RFC 2397, RFC 2045)', async () => {
  const jwt = await signJwt(document);
  const inBase64 = Buffer.from(jwt).toString('base64');
  for (const id of [
    `data:application/vc+jwt;base64,${inBase64}`,
    `data:application/vc+jwt;base64,${encodeURIComponent(inBase64)}`,
    `data:application/vc+jwt;base64,${jwt}`,
    `data:application/vc+jwt;charset=utf-8,${jwt.replaceAll('.', '%2E')}`,
    `DATA:Application/VC+JWT,${jwt}`,
  ])
    assert.equal((await judge(envelope(jwt, { id }))).status, 'valid', id.slice(0, 60));
  // text/plain, which says nothing about a signature.
  for (const id of [`data:;base64,${inBase64}`, `data:,${jwt}`])
    assert.equal((await judge(envelope(jwt, { id }))).status, 'unknown', id.slice(0, 60));
});

test('an envelope of the wrong form is invalid, and one of another kind is unknown', async () => {
  const jwt = await signJwt(document);
  for (const more of [
    { '@context': [] },
    { '@context': 'https://www.w3.org/ns/credentials/examples/v2' },
    { type: 'VerifiableCredential' },
    { type: ['EnvelopedVerifiableCredential', 'VerifiableCredential'] },
    { type: 'EnvelopedVerifiablePresentation' },
    { id: jwt },
    { id: `data:application/vc+jwt,${jwt.slice(0, -9)}` },
    { id: 'data:application/vc+jwt,' },
    { id: 'data:application/vc+jwt;base64,???' },
    { id: 'data:application/vc+jwt,%' },
  ])
    assert.equal((await judge(envelope(jwt, more))).status, 'invalid', JSON.stringify(more));
  const selective = await judge(envelope(jwt, { id: `data:application/vc+sd-jwt,${jwt}~` }));
  assert.deepEqual(
    [selective.status, /vc\+sd-jwt/.test(findMessage(selective, 'read'))],
    ['unknown', true],
  );
});

test('a credential that is nested too deeply is unknown', async () => {
  let wrapped = await sign();
  for (let depth = 0; depth < 8; depth++) wrapped = presentation([wrapped]) as typeof wrapped;
  const verdict = await judge(wrapped);
  assert.match(findMessage(verdict, 'read'), /nested too deeply/);
  assert.equal(verdict.status, 'unknown');
});

test('a genuine record with more members than are read is unknown', async () => {
  const credential = await sign();
  const credentialSubject = {
    type: ['ClrSubject'],
    verifiableCredential: Array(400).fill(credential),
  };
  const large = {
    ...credential,
    type: ['VerifiableCredential', 'ClrCredential'],
    credentialSubject,
  };
  for (const source of [large, await signJwt(large, {}, school)]) {
    const verdict = await judge(source);
    assert.equal(findMessage(verdict, 'read'), 'The document has too many members.');
    assert.equal(verdict.status, 'unknown');
  }
});

// Verifiable Credentials Data Model 2.0 §4.13.
function presentation(credentials: unknown[], more: Json = {}): Json {
  return {
    ...{ '@context': [v2], type: ['VerifiablePresentation'], verifiableCredential: credentials },
    ...more,
  };
}
const holder = await issuer('did:key', 7);
const presented = {
  proof: { proofPurpose: 'authentication', challenge: 'c1', domain: 'd1' },
  by: holder,
};

test('a presentation of one credential verifies as that credential, with or without the holder’s signature', async () => {
  const signed = await sign();
  for (const each of [
    presentation([signed]),
    presentation([signed], { verifiableCredential: signed }),
    presentation([envelope(await signJwt(document))]),
    await signRdf(presentation([signed], { holder: holder.did }), presented),
    await signJson(presentation([signed]), presented),
    await signJwt({ vp: presentation([signed]), iss: holder.did, nonce: 'c1' }, {}, holder),
    await signJwt({ ...presentation([signed]), iss: holder.did, nonce: 'c1' }, {}, holder),
    // RFC 7519 §4.1.7: any text.
    await signJwt({ vp: presentation([signed]), iss: holder.did, jti: '8f1b' }, {}, holder),
    await signJwt({ ...presentation([signed]), iss: holder.did, jti: '8f1b' }, {}, holder),
    { ...presentation([await signJwt({ ...claims, vc: old })]), '@context': [v1] },
  ]) {
    const verdict = await judge(each);
    assert.deepEqual(outcomes(verdict), { presentation: 'valid', ...good });
    assert.equal(verdict.found.achievement?.name, 'Certified Sailor');
  }
});

test('a presentation that is changed, signed by another, or made for another challenge or domain is invalid', async () => {
  const signed = await sign();
  const whole = await signRdf(presentation([signed], { holder: holder.did }), presented);
  assert.equal((await judge(whole, { challenge: 'c1', domain: 'd1' })).status, 'valid');
  for (const [each, options] of [
    [{ ...whole, id: 'urn:uuid:9' }, {}],
    [{ ...whole, holder: school.did }, {}],
    [{ ...whole, holder: 'nobody' }, {}],
    [whole, { challenge: 'c2' }],
    [whole, { domain: 'd2' }],
    [presentation(['text']), {}],
    [presentation([{ ...signed, name: 'Admiral' }]), {}],
    [await signJwt({ vp: presentation([signed]), iss: school.did }, {}, holder), {}],
    [await signJwt({ ...presentation([signed]), iss: school.did }, {}, holder), {}],
    [await signJwt({ vp: presentation([signed]), iss: holder.did, exp: 1 }, {}, holder), {}],
  ] as const)
    assert.equal(
      (await judge(each, options)).status,
      'invalid',
      JSON.stringify([each, options]).slice(0, 300),
    );
});

test('a presentation satisfies a challenge or domain only if every proof names it', async () => {
  const signed = await sign();
  const options = { challenge: 'c1', domain: 'd1' };
  assert.equal((await judge(presentation([signed]), options)).status, 'invalid', 'not signed');
  assert.equal((await judge(signed, options)).status, 'invalid', 'no presentation');
  const old = await signJson(presentation([signed]), {
    ...presented,
    proof: { ...presented.proof, challenge: 'c0' },
  });
  const { proof } = old as { proof: Json };
  // Only the proof for another occasion can be checked.
  const fresh = { ...proof, cryptosuite: 'bbs-2023', challenge: 'c1' };
  const replayed = await judge({ ...old, proof: [proof, fresh] }, options);
  assert.match(findMessage(replayed, 'presentation'), /created for another challenge/);
  assert.equal(replayed.status, 'invalid');
});

test('a presentation of several credentials is valid when all are, and names the bad one', async () => {
  const [one, other] = [await sign(), await sign({ id: 'https://badges.example/credentials/2' })];
  const both = await judge(presentation([one, other]));
  assert.deepEqual(
    [both.status, both.contains?.map(({ status }) => status)],
    ['valid', ['valid', 'valid']],
  );
  const changed = await judge(presentation([one, { ...other, name: 'Admiral' }]));
  assert.equal(changed.status, 'invalid');
  assert.match(
    findMessage(changed, 'contents'),
    /1 of 2 credentials inside is not valid\. “Certified Sailor”: The credential was changed/,
  );
  assert.equal((await judge(presentation([]))).status, 'unknown');
});

test('a presentation signs a credential without a proof only when its issuer presents it (VC 4.13.3)', async () => {
  const own = credentialDocument(ordinary({ subject, issuer: { id: holder.did, name: 'Ada' } }));
  const options = { ...presented, proof: { proofPurpose: 'authentication' } };
  const signed = await signRdf(presentation([own], { holder: holder.did }), options);
  assert.equal((await judge(signed)).status, 'valid');
  assert.equal((await judge(presentation([own], { holder: holder.did }))).status, 'invalid');
  const theirs = await signRdf(presentation([document], { holder: holder.did }), options);
  assert.equal((await judge(theirs)).status, 'invalid');
});

// Controlled Identifiers 1.0 §2.3.
test('a presentation signs no credential with a key that its issuer allows for authentication only', async () => {
  const [id] = (school.controllerDocument as { assertionMethod: string[] }).assertionMethod;
  const address = 'https://badges.example/issuer/1/did.json';
  const allowing = (assertionMethod: unknown[]) => ({
    web: { [address]: { ...school.controllerDocument, assertionMethod, authentication: [id] } },
  });
  const whole = presentation([document], { holder: school.did });
  const proof = { proofPurpose: 'authentication' };
  for (const each of [
    await signRdf(whole, { proof }),
    await signJson(whole, { proof }),
    await signJwt({ ...whole, iss: school.did }),
  ]) {
    assert.equal((await judge(each, allowing([id]))).status, 'valid');
    const verdict = await judge(each, allowing([]));
    assert.deepEqual(
      [verdict.status, outcomes(verdict).presentation, outcomes(verdict).issuer],
      ['invalid', 'valid', 'invalid'],
    );
    assert.equal(verdict.found.issuer?.provenBy, undefined);
  }
});

test('credentials beyond the limit of one presentation are unknown, and are not hashed', async () => {
  const signed = await sign();
  let hashed = 0;
  const { hashDocument } = await import('../src/v3/verify/digest.ts');
  const known = new Map<string, ReturnType<typeof hashDocument>>();
  const digest = (each: Json, hash: 'SHA-256' | 'SHA-384') => {
    hashed += 1;
    const text = JSON.stringify(each);
    const found = known.get(text) ?? hashDocument(each, hash);
    known.set(text, found);
    return found;
  };
  const verdict = await judge(presentation(Array.from({ length: 110 }, () => signed)), { digest });
  assert.equal(verdict.status, 'unknown');
  assert.equal(hashed, 2 * 100);
  assert.equal(
    findMessage(verdict, 'contents'),
    '10 of 110 credentials inside are not verified. “#101”: At most 100 credentials can be verified together.',
  );
});

const endorsement = {
  '@context': [v2, openBadges],
  id: 'https://badges.example/endorsements/1',
  type: ['VerifiableCredential', 'EndorsementCredential'],
  name: 'Endorsement of the Sailing School',
  issuer: { id: school.did, type: ['Profile'], name: 'Association' },
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: {
    id: 'https://sailing.example',
    type: ['EndorsementSubject'],
    endorsementComment: 'Teaches well',
  },
};

test('an endorsement verifies as valid, expired, revoked or of the wrong shape', async () => {
  const verdict = await judge(await signRdf(endorsement));
  assert.deepEqual(outcomes(verdict), good);
  assert.deepEqual(verdict.found.achievement, {
    ...{ name: endorsement.name, description: 'Teaches well', image: undefined },
  });
  const ended = { ...endorsement, validUntil: '2026-02-01T00:00:00Z' };
  assert.equal((await judge(await signRdf(ended))).status, 'expired');
  const entry = { id: `${list}#3`, type: 'BitstringStatusListEntry', statusPurpose: 'revocation' };
  const credentialStatus = { ...entry, statusListIndex: '3', statusListCredential: list };
  const listed = await signRdf({ ...endorsement, credentialStatus });
  const web = { [list]: await listWith({ set: [3] }) };
  assert.equal((await judge(listed, { web })).status, 'revoked');
  for (const more of [
    { credentialSubject: { ...endorsement.credentialSubject, type: ['AchievementSubject'] } },
    { credentialSubject: { type: ['EndorsementSubject'], endorsementComment: 'x' } },
    { issuer: school.did },
    { validFrom: undefined },
  ]) {
    const wrong = JSON.parse(JSON.stringify({ ...endorsement, ...more }));
    assert.equal(
      outcomes(await judge(await signJson(wrong))).shape,
      'invalid',
      JSON.stringify(more),
    );
  }
});

const under = 'https://badges.example/issuer/1';
/** A credential whose ids are under the path of the issuer's DID. */
const own = {
  ...document,
  id: `${under}/credentials/1`,
  credentialSubject: {
    ...(document.credentialSubject as Json),
    achievement: {
      ...((document.credentialSubject as Json).achievement as Json),
      id: `${under}/badges/1`,
    },
  },
} as Json;

test('endorsements in a badge are verified one by one, and never change its own result', async () => {
  const about = { ...endorsement.credentialSubject, id: own.id };
  const ofBadge = { ...endorsement, credentialSubject: about };
  const genuine = await signRdf(ofBadge);
  const badge = {
    ...own,
    endorsement: [genuine, { ...genuine, name: 'Another' }, await signRdf(endorsement), own],
    endorsementJwt: [await signJwt(ofBadge), 'no JWT'],
  };
  const verdict = await judge(await signJwt(badge));
  assert.deepEqual([verdict.status, outcomes(verdict)], ['valid', good]);
  const statuses = verdict.endorsements?.map(({ status }) => status);
  assert.deepEqual(statuses, ['valid', 'invalid', 'invalid', 'invalid', 'valid', 'invalid']);
  const [first, changed, elsewhere, otherKind] = verdict.endorsements ?? [];
  assert.deepEqual(
    [first?.found.issuer?.id, first?.found.issuer?.provenBy?.by],
    [school.did, 'did:web'],
  );
  assert.equal(changed && outcomes(changed).proof, 'invalid');
  assert.match(
    elsewhere ? findMessage(elsewhere, 'subject') : '',
    /about something other than this credential/,
  );
  assert.match(otherKind ? findMessage(otherKind, 'read') : '', /isn’t an EndorsementCredential/);
});

test('an endorsement with more members than are read is unknown', async () => {
  const about = { ...endorsement.credentialSubject, id: own.id };
  const large = { ...endorsement, credentialSubject: about, extra: Array(10_000).fill(0) };
  const verdict = await judge(await signJwt({ ...own, endorsementJwt: [await signJwt(large)] }));
  const [only] = verdict.endorsements ?? [];
  assert.equal(only && findMessage(only, 'read'), 'The endorsement has too many members.');
  assert.deepEqual([verdict.status, only?.status], ['valid', 'unknown']);
});

test('endorsements of the issuer and the achievement are read, and those in a changed badge are not', async () => {
  const by = own.issuer as Json;
  const { achievement, ...more } = own.credentialSubject as Json & { achievement: Json };
  const of = (id: unknown): Promise<Json> =>
    signRdf({ ...endorsement, credentialSubject: { ...endorsement.credentialSubject, id } });
  const signed = await signRdf({
    ...own,
    issuer: { ...by, endorsement: [await of(by.id)] },
    credentialSubject: {
      ...more,
      achievement: { ...achievement, endorsement: await of(achievement.id) },
    },
  });
  const verdict = await judge(signed);
  assert.deepEqual(
    [verdict.status, verdict.endorsements?.map(({ status }) => status)],
    ['valid', ['valid', 'valid']],
  );
  assert.equal((await judge({ ...signed, name: 'Admiral' })).endorsements, undefined);
});

const third = await issuer('did:web:third.example', 3);
const endorse = (id: unknown, by: TestIssuer = school): Promise<Json> =>
  signRdf(
    {
      ...{ ...endorsement, issuer: { ...endorsement.issuer, id: by.did } },
      credentialSubject: { ...endorsement.credentialSubject, id },
    },
    { by },
  );

test('an endorser who can’t be read changes nothing but the endorsement, alone and in a record', async () => {
  const badge = await signRdf({
    ...own,
    endorsement: [await endorse(own.id), await endorse(own.id, stranger)],
  });
  const good = { ...web };
  const requests: string[] = [];
  const read: ReadDocument = async (url) => {
    requests.push(url);
    if (url.includes('stranger.example')) throw new Error('busy');
    return { status: 200, document: good[url] };
  };
  const alone = await judge(badge, { read });
  const statuses = (each: CredentialVerdict | undefined): unknown[] => [
    each?.status,
    each?.endorsements?.map(({ status }) => status),
  ];
  assert.deepEqual(statuses(alone), ['valid', ['valid', 'unknown']]);
  const unread = alone.endorsements?.[1];
  assert.match(unread ? findMessage(unread, 'read') : '', /couldn’t be checked in time/);
  assert.equal(unread?.found.about, own.id);
  // All credentials of a document are verified before any endorsement.
  requests.length = 0;
  const second = await signRdf(
    { ...own, issuer: { ...(own.issuer as Json), id: third.did } },
    { by: third },
  );
  good['https://third.example/.well-known/did.json'] = third.controllerDocument;
  const subject = { ...(record.credentialSubject as Json), verifiableCredential: [badge, second] };
  const clr = await signRdf({
    ...record,
    issuer: { id: school.did, type: ['Profile'], name: 'School' },
    credentialSubject: subject,
  });
  const inside = await judge(clr, { read });
  assert.deepEqual(
    [inside.status, ...(inside.contains ?? []).map(statuses)],
    ['valid', ['valid', ['valid', 'unknown']], ['valid', undefined]],
  );
  const place = (host: string): number => requests.findIndex((url) => url.includes(host));
  assert.ok(place('third.example') < place('stranger.example'), requests.join());
});

test('all endorsements together get 5 seconds and 10 reads', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const hanging = await signRdf({
    ...own,
    endorsement: [await endorse(own.id, stranger), await endorse(own.id, stranger)],
  });
  const verdict = await judge(hanging, {
    read: (url) => {
      if (!url.includes('stranger')) return Promise.resolve({ status: 200, document: web[url] });
      t.mock.timers.tick(5_000);
      return new Promise(() => {});
    },
  });
  assert.equal(verdict.status, 'valid');
  assert.deepEqual(
    verdict.endorsements?.map(({ status }) => status),
    ['unknown', 'unknown'],
  );
  t.mock.timers.reset();
  const one = await endorse(own.id, stranger);
  const relatedResource = Array.from({ length: 8 }, (_, at) => ({
    ...{
      id: `https://stranger.example/${at}`,
      digestSRI: `sha256-${createHash('sha256').digest('base64')}`,
    },
  }));
  const many = await Promise.all(
    [1, 2, 3].map((number) => {
      const { proof: _, ...unsigned } = one;
      const more = relatedResource.map((each) => ({ ...each, id: `${each.id}/${number}` }));
      return signRdf({ ...unsigned, relatedResource: more }, { by: stranger });
    }),
  );
  const requests: string[] = [];
  const costly = await judge(await signRdf({ ...own, endorsement: many }), {
    read: async (url) => {
      requests.push(url);
      return { status: web[url] ? 200 : 404, document: web[url] };
    },
  });
  assert.equal(costly.status, 'valid');
  assert.equal(requests.filter((url) => url.includes('stranger')).length, 10);
});

test('an endorsement of an id that the issuer hasn’t proven to be its own is unknown', async () => {
  const { achievement, ...more } = document.credentialSubject as Json & { achievement: Json };
  const borrow = async (by: TestIssuer, id: string): Promise<unknown[]> => {
    const verdict = await judge(
      await signRdf(
        {
          ...document,
          issuer: { ...(document.issuer as Json), id: by.did },
          credentialSubject: {
            ...{ ...more, achievement: { ...achievement, id } },
          },
          endorsement: await endorse(id),
        },
        { by },
      ),
    );
    const [only] = verdict.endorsements ?? [];
    return [verdict.status, only?.status, only?.found.about, only && findMessage(only, 'subject')];
  };
  const unproven = (id: string): string =>
    `The endorsement is about ${id}, which this issuer hasn’t proven to be its own.`;
  for (const id of [
    'https://famous.example/achievements/1',
    'https://stranger.example.evil.example/1',
    'https://stranger.example@famous.example/1',
    'http://stranger.example/1',
    'urn:uuid:1',
    school.did,
    `${stranger.did}er`,
  ])
    assert.deepEqual(await borrow(stranger, id), ['valid', 'unknown', id, unproven(id)]);
  for (const id of ['https://STRANGER.example/1', stranger.did, `${stranger.did}#1`])
    assert.deepEqual(await borrow(stranger, id), [
      'valid',
      'valid',
      id,
      `The endorsement is about ${id}.`,
    ]);
  // Others may have other paths on the same host.
  for (const did of ['did:web:shared.example:issuers:7', 'https://shared.example/issuers/7']) {
    const tenant = await issuer(did, 9);
    const isDid = did.startsWith('did:');
    web[`https://shared.example/issuers/7${isDid ? '/did.json' : ''}`] = tenant.controllerDocument;
    for (const [path, status] of [
      ['issuers/7', 'valid'],
      ['issuers/7/', 'valid'],
      ['issuers/7/achievements/1?a=b', 'valid'],
      ['issuers/8/../7/achievements/1', 'valid'],
      ['', 'unknown'],
      ['issuers/8/achievements/1', 'unknown'],
      ['issuers/70', 'unknown'],
      ['Issuers/7/1', 'unknown'],
      ['issuers/7/../8', 'unknown'],
      ['issuers/7/%2e%2e/8', 'unknown'],
      ['issuers/7/..%2f8', 'unknown'],
      ['issuers?id=issuers/7/', 'unknown'],
    ] as const) {
      const id = `https://shared.example/${path}`;
      assert.deepEqual(
        (await borrow(tenant, id)).slice(0, 3),
        ['valid', status, id],
        `${did}: ${id}`,
      );
    }
  }
  const key = await issuer('did:key', 7);
  for (const [id, status] of [
    [key.did, 'valid'],
    [`${key.did}#1`, 'valid'],
    ['https://badges.example/badges/1', 'unknown'],
  ] as const)
    assert.deepEqual((await borrow(key, id)).slice(0, 2), ['valid', status], id);
});

test('an endorsement of a urn:uuid is unknown, because anyone can copy a credential’s id', async () => {
  const id = 'urn:uuid:0f0c9d3c-6f0b-4a5e-9a53-5e1f0d0f7a11';
  const endorsement = await endorse(id, third);
  const signIt = async (by: TestIssuer): Promise<unknown> => {
    const issuer = { ...(own.issuer as Json), id: by.did };
    const verdict = await judge(await signRdf({ ...own, id, issuer, endorsement }, { by }));
    return [verdict.status, verdict.endorsements?.map(({ status }) => status)];
  };
  // The second signer copied the first one's id and endorsement. They can't be distinguished.
  for (const by of [school, stranger])
    assert.deepEqual(await signIt(by), ['valid', ['unknown']], by.did);
});

test('endorsements beyond the limit are unknown, and displace no credential of a record', async () => {
  const one = await signRdf({
    ...endorsement,
    credentialSubject: { ...endorsement.credentialSubject, id: own.id },
  });
  const badge = await signRdf({ ...own, endorsement: Array.from({ length: 30 }, () => one) });
  const { contains, status } = await judge(presentation([badge, badge]));
  assert.equal(status, 'valid');
  const [first, second] = contains?.map(({ endorsements = [] }) => endorsements) ?? [];
  const valid = first?.filter((each) => each.status === 'valid');
  assert.deepEqual([first?.length, valid?.length, first?.at(-1)?.status], [11, 10, 'unknown']);
  assert.deepEqual(new Set(second?.map((each) => each.status)), new Set(['unknown']));
});

test('a signed credential of another kind is unknown and names its kind, unless its signature is invalid', async () => {
  const other = {
    ...{ '@context': [v2], type: ['VerifiableCredential', 'https://a.example/Membership'] },
    ...{ issuer: school.did, credentialSubject: { id: 'urn:uuid:1' } },
  };
  for (const each of [await signRdf(other), await signJwt(other), await signJson(other)]) {
    const verdict = await judge(each);
    assert.deepEqual(
      [verdict.status, outcomes(verdict)],
      ['unknown', { ...good, shape: 'unknown' }],
    );
    assert.match(findMessage(verdict, 'shape'), /https:\/\/a\.example\/Membership/);
  }
  const plain = await judge(await signRdf({ ...other, type: ['VerifiableCredential'] }));
  assert.match(findMessage(plain, 'shape'), /VerifiableCredential/);
  const signed = await signRdf(other);
  assert.equal((await judge({ ...signed, id: 'urn:uuid:3' })).status, 'invalid');
});

test('a badge without its type must follow the rules of a badge (1EdTech validator, simple-err-type)', async () => {
  const untyped = { ...document, type: ['VerifiableCredential'] };
  const verdict = await judge(await signRdf(untyped));
  assert.match(findMessage(verdict, 'shape'), /isn’t of type OpenBadgeCredential/);
  assert.equal(verdict.status, 'invalid');
});
