import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { bakeCredentialPng, bakeCredentialSvg, unbakeAll } from '../src/baking/index.ts';
import type { Json } from '../src/shared/read.ts';
import {
  controllerDocument,
  credentialDocument,
  generateKey,
  importEs256Signer,
  signCredentialJwt,
  verificationMethodId,
} from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';
import { judge, outcomes, school, sign } from './support/world.ts';

const key = await generateKey('ES256');
const kid = verificationMethodId(school.did, key.publicKeyMultibase);
const signer = await importEs256Signer(key.pkcs8, kid);
const subject = { id: 'urn:uuid:1' };
const document = credentialDocument(ordinary({ subject, validUntil: new Date('2030-01-01') }));
const good = await signCredentialJwt(document, signer);
const didDocument = 'https://badges.example/issuer/1/did.json';
const web = { [didDocument]: controllerDocument(school.did, [key]) };
const [, payload = ''] = good.split('.');
const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A valid signature by the issuer's key, whatever the content. */
async function signed(header: object, body: object = claims): Promise<string> {
  const text = `${part({ alg: 'ES256', kid, typ: 'JWT', ...header })}.${part(body)}`;
  const signature = await signer.sign(new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
}
const status = async (jwt: string): Promise<string> => (await judge(jwt, { web })).status;

test('a credential as a JWT is valid in every check, and expires', async () => {
  const verdict = await judge(good, { web });
  assert.deepEqual(outcomes(verdict), {
    ...{ shape: 'valid', proof: 'valid', issuer: 'valid', expiry: 'valid', revocation: 'valid' },
  });
  assert.equal((await judge(good, { web, now: Date.parse('2031-01-01') })).status, 'expired');
  assert.equal(await status(await signed({})), 'valid');
});

test('JWTs signed elsewhere with RS256, EdDSA or ES384 verify by keys at HTTPS addresses of the issuer', async () => {
  const issuer = 'https://school.example/issuers/1';
  const facts = ordinary({ subject, issuer: { id: issuer, name: 'School' } });
  const body = { ...credentialDocument(facts), iss: issuer, sub: 'urn:uuid:1', jti: facts.id };
  for (const alg of ['RS256', 'EdDSA', 'ES384']) {
    const pair = await generateKeyPair(alg, { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    const sign = (address: string): Promise<string> =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(body)))
        .setProtectedHeader({ alg, kid: address })
        .sign(pair.privateKey);
    const judgeAt = async (
      address: string,
      found: unknown,
      own: unknown = { id: issuer },
    ): Promise<string> => {
      const documents = { [issuer]: own, [address.split('#')[0] ?? '']: found };
      return (await judge(await sign(address), { web: documents })).status;
    };
    const keySet = { keys: [{ ...jwk, kid: '1' }] };
    // The host's own keys, at the Implementation Guide's well-known address.
    const wellKnown = 'https://school.example/.well-known/jwks.json';
    assert.equal(await judgeAt(`${wellKnown}#1`, keySet), 'valid', alg);
    assert.equal(await judgeAt(`${wellKnown}#2`, keySet), 'invalid', alg);
    const named = { id: issuer, assertionMethod: ['https://school.example/keys/1'] };
    assert.equal(await judgeAt('https://school.example/keys/1', jwk, named), 'valid', alg);
    assert.equal(await judgeAt('https://stranger.example/keys/1', jwk), 'invalid', alg);
    assert.equal(
      await judgeAt('https://school.example/keys/1', { ...jwk, d: 'x' }),
      'invalid',
      alg,
    );
    assert.equal(
      await judgeAt('https://school.example/keys/1', { kty: 'oct', k: 'x' }),
      'invalid',
      alg,
    );
  }
});

test('only the issuer’s own document authorizes keys, and other documents on its host need its consent', async () => {
  const issuer = 'https://host.example/issuers/1';
  const facts = ordinary({ subject, issuer: { id: issuer, name: 'School' } });
  const body = { ...credentialDocument(facts), iss: issuer, sub: 'urn:uuid:1', jti: facts.id };
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const tenant = 'https://host.example/users/2';
  const method = `${tenant}#key`;
  const jwt = await new CompactSign(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'ES256', kid: method })
    .sign(pair.privateKey);
  const key = { id: method, publicKeyJwk: jwk };
  const document = { id: tenant, verificationMethod: [key], assertionMethod: [method] };
  const posing = { ...document, verificationMethod: [{ ...key, controller: issuer }] };
  const named = { id: issuer, assertionMethod: [method] };
  for (const [found, own, expected] of [
    [document, { id: issuer, name: 'School' }, 'invalid'],
    [posing, { id: issuer, assertionMethod: [] }, 'invalid'],
    [posing, { id: issuer, authentication: [method] }, 'invalid'],
    [posing, { ...named, id: tenant }, 'invalid'],
    [{ ...document, verificationMethod: [{ ...key, controller: tenant }] }, named, 'invalid'],
    [posing, undefined, 'unknown'],
    [posing, [], 'unknown'],
    [posing, named, 'valid'],
    [document, { ...named, assertionMethod: [key] }, 'valid'],
  ] as const)
    assert.equal(
      (await judge(jwt, { web: { [issuer]: own, [tenant]: found } })).status,
      expected,
      JSON.stringify([found, own]),
    );
});

test('a JWT by a did:key of a type that isn’t supported is unknown', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed448 = generateKeyPairSync('ed448');
  const { x = '' } = ed448.publicKey.export({ format: 'jwk' });
  for (const [alg, codec, publicKey, hash, privateKey] of [
    [
      'RS256',
      0x85,
      rsa.publicKey.export({ format: 'der', type: 'pkcs1' }),
      'sha256',
      rsa.privateKey,
    ],
    ['EdDSA', 0x83, Buffer.from(x, 'base64url'), null, ed448.privateKey],
  ] as const) {
    const multikey = `z${base58.encode(Buffer.concat([Buffer.from([codec, 0x24]), publicKey]))}`;
    const did = `did:key:${multikey}`;
    const facts = ordinary({ issuer: { id: did, name: 'School' } });
    const text = `${part({ alg, kid: `${did}#${multikey}` })}.${part({ ...credentialDocument(facts), iss: did })}`;
    const jwt = `${text}.${signBytes(hash, Buffer.from(text), privateKey).toString('base64url')}`;
    const verdict = await judge(jwt);
    assert.deepEqual([verdict.status, outcomes(verdict).proof], ['unknown', 'unknown'], alg);
  }
});

test('a short RSA key is not accepted', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const address = 'https://school.example/keys/1';
  const issuer = 'https://school.example';
  const facts = ordinary({ issuer: { id: issuer, name: 'School' } });
  const text = `${part({ alg: 'RS256', kid: address })}.${part({ ...credentialDocument(facts), iss: issuer })}`;
  const jwt = `${text}.${signBytes('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  const found = await judge(jwt, { web: { [address]: publicKey.export({ format: 'jwk' }) } });
  assert.equal(outcomes(found).proof, 'invalid');
});

test('alg none, an HMAC with the public key, a mismatched algorithm and crit prove nothing', async () => {
  const bare = (header: object): string => `${part({ kid, ...header })}.${payload}`;
  for (const alg of [
    'none',
    'None',
    'HS256',
    'HS512',
    undefined,
    ['ES256'],
    'RS256',
    'EdDSA',
    'constructor',
  ])
    assert.equal(await status(await signed({ alg })), 'invalid', String(alg));
  assert.equal(await status(`${bare({ alg: 'none' })}.`), 'invalid');
  const hmac = createHmac('sha256', JSON.stringify(key.publicKeyJwk)).update(
    bare({ alg: 'HS256' }),
  );
  assert.equal(await status(`${bare({ alg: 'HS256' })}.${hmac.digest('base64url')}`), 'invalid');
  assert.equal(await status(await signed({ crit: ['exp'] })), 'invalid');
  assert.equal(await status(await signed({ crit: ['b64'], b64: false })), 'invalid');
});

test('signatures and keys of unsupported kinds are unknown, and secrets are invalid', async () => {
  for (const alg of ['RS384', 'RS512', 'PS256', 'PS512', 'ES256K', 'ES512', 'Ed448'])
    assert.equal(await status(await signed({ alg })), 'unknown', alg);
  const issuer = 'https://school.example';
  const body = { ...claims, issuer: { id: issuer, type: ['Profile'], name: 'S' }, iss: issuer };
  const jwt = await signed({ kid: 'https://school.example/keys#1' }, body);
  for (const [published, expected] of [
    [{ publicKeyPem: '-----BEGIN PUBLIC KEY-----' }, 'unknown'],
    [{ publicKeyJwk: { kty: 'OKP', crv: 'Ed448', x: 'AA' } }, 'unknown'],
    [{ publicKeyJwk: { kty: 'oct' } }, 'invalid'],
    [{ publicKeyJwk: { ...key.publicKeyJwk, use: 'enc' } }, 'invalid'],
    [{ publicKeyJwk: { ...key.publicKeyJwk, key_ops: ['deriveKey'] } }, 'invalid'],
    [{ publicKeyJwk: { ...key.publicKeyJwk, use: 'sig', key_ops: ['verify'] } }, 'valid'],
    [{ publicKeyMultibase: 'z1' }, 'invalid'],
  ] as const) {
    const id = 'https://school.example/keys#1';
    const document = { verificationMethod: [{ id, ...published }] };
    const verdict = await judge(jwt, { web: { 'https://school.example/keys': document } });
    assert.equal(outcomes(verdict).proof, expected, JSON.stringify(verdict));
  }
});

test('a key that can’t be read now rejects with the reader’s error, without a verdict', async () => {
  const read = () => Promise.reject(new Error('too_many_requests'));
  await assert.rejects(judge(good, { read }), /too_many_requests/);
  await assert.rejects(judge(await sign(), { read }), /too_many_requests/);
});

test('a member that should be text but is not makes the credential invalid or unknown, and never throws', async () => {
  const bad = { toString: 1 };
  for (const [header, body] of [
    [{ alg: bad }, claims],
    [{}, { ...claims, validFrom: bad }],
  ] as const)
    assert.equal(await status(await signed(header, body)), 'invalid');
  const { proof, ...rest } = await sign();
  for (const more of [{ type: bad }, { cryptosuite: bad }])
    assert.equal((await judge({ ...rest, proof: { ...proof, ...more } })).status, 'unknown');
});

test('a key embedded in a JWT never proves its issuer', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(pair.publicKey);
  const forge = (header: object): Promise<string> =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg: 'ES256', ...header })
      .sign(pair.privateKey);
  assert.equal(await status(await forge({ jwk })), 'unknown');
  assert.equal(await status(await forge({ jwk, kid })), 'invalid');
  assert.equal(
    await status(await forge({ x5c: ['AA=='], jku: 'https://stranger.example/jwks' })),
    'unknown',
  );
});

test('claims that differ from the credential make a signed JWT invalid', async () => {
  for (const more of [
    { iss: 'did:web:stranger.example' },
    { iss: null },
    { sub: 'urn:uuid:2' },
    { jti: 'urn:uuid:2' },
    { nbf: 1 },
    { exp: 4_000_000_000 },
    { exp: String(claims.exp) },
    { vc: document, credentialSubject: undefined },
  ])
    assert.equal(
      await status(await signed({}, { ...claims, ...more })),
      'invalid',
      JSON.stringify(more),
    );
});

test('a credential without a start or end of validity has those of its JWT', async () => {
  const undated = { ...claims, validFrom: undefined, validUntil: undefined };
  assert.equal(await status(await signed({}, { ...undated, nbf: 1 })), 'valid');
  const dated = { ...undated, nbf: 4_000_000_000, exp: 4_100_000_000 };
  assert.equal(await status(await signed({}, dated)), 'not_yet_valid');
  assert.equal(await status(await signed({}, { ...undated, nbf: 1, exp: 2 })), 'expired');
});

test('a changed byte anywhere never leaves a JWT valid', async () => {
  for (let index = 0; index < good.length; index += 37) {
    const other = good[index] === 'A' ? 'B' : 'A';
    const jwt = good.slice(0, index) + other + good.slice(index + 1);
    assert.notEqual(await status(jwt), 'valid', String(index));
  }
});

test('a JWT baked into an image verifies', async () => {
  const svg = bakeCredentialSvg('<svg xmlns="http://www.w3.org/2000/svg"/>', good);
  const [baked] = await unbakeAll(new TextEncoder().encode(svg));
  assert.equal(await status(baked?.text ?? ''), 'valid');
  assert.throws(() => bakeCredentialPng(new TextEncoder().encode(svg), good));
});

test('a header or claims with repeated members are not believed, despite a valid signature', async () => {
  const doubled = async (header: string, body: string) => {
    const text = [header, body].map((each) => Buffer.from(each).toString('base64url')).join('.');
    const signature = await signer.sign(new TextEncoder().encode(text));
    return judge(`${text}.${Buffer.from(signature).toString('base64url')}`, { web });
  };
  const [header, body] = [JSON.stringify({ alg: 'ES256', kid }), JSON.stringify(claims)];
  assert.equal((await doubled(header, body)).status, 'valid');
  // Deeper than the search for duplicates goes.
  const deep = `${'['.repeat(1_100)}${']'.repeat(1_100)}`;
  for (const [first, second, message] of [
    [header.replace('{', '{"alg":"none",'), body, /^The document repeats the member “alg”\.$/],
    [header, body.replace('{', '{"name":"Admiral",'), /^The document repeats the member “name”\.$/],
    [
      header.replace('{', `{"x":${deep},"alg":"none",`),
      body,
      /^The document is nested too deeply\.$/,
    ],
    [
      header,
      body.replace('{', `{"aud":${deep},"name":"Admiral",`),
      /^The document is nested too deeply\.$/,
    ],
  ] as const) {
    const { status, checks } = await doubled(first, second);
    assert.equal(status, first.includes(deep) || second.includes(deep) ? 'unknown' : 'invalid');
    assert.match(checks[0]?.message ?? '', message);
  }
});
