// Copies for wallets: SD-JWT VC, its status by a Status List Token, and presentations with a key-binding JWT.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { verifyEither } from '@insignia/openbadges/either';
import { compactVerify, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Json } from '../src/shared/read.ts';
import type { CredentialFacts } from '../src/v3/facts.ts';
import { encodeDidJwk, type HolderJwk } from '../src/v3/holder.ts';
import {
  createWebCryptoEs256Signer,
  credentialDocument,
  emptyStatusList,
  openBadgeVct,
  signSdJwtVc,
  signStatusListToken,
  statusListClaims,
  writeStatus,
} from '../src/v3/index.ts';
import { signClaims } from '../src/v3/sign.ts';
import type { CredentialVerdict } from '../src/v3/verify/index.ts';
import { ordinary } from './support/facts.ts';
import { judge, now, outcomes } from './support/world.ts';

const did = 'did:web:academy.example';
const kid = `${did}#key`;
const issuerKeys = await generateKeyPair('ES256', { extractable: true });
const wallet = await generateKeyPair('ES256', { extractable: true });
const jwk = (await exportJWK(wallet.publicKey)) as HolderJwk;
const holder = { did: encodeDidJwk(jwk), jwk };
const signer = createWebCryptoEs256Signer(kid, issuerKeys.privateKey as CryptoKey);
const controllerDocument = {
  id: did,
  verificationMethod: [
    {
      ...{ id: kid, controller: did, type: 'JsonWebKey' },
      publicKeyJwk: await exportJWK(issuerKeys.publicKey),
    },
  ],
  assertionMethod: [kid],
};
const createSalt = () => randomBytes(16).toString('base64url');
const issuedAt = new Date('2026-04-01T00:00:00.900Z');
const uri = 'https://academy.example/status/1/token';
const index = 94_567;
const facts: CredentialFacts = ordinary({
  issuer: { id: did, name: 'Example Academy' },
  subject: {
    identifiers: [
      { kind: 'emailAddress', hashed: false, value: 'ada@example.org' },
      { kind: 'name', hashed: false, value: 'Ada Lovelace' },
    ],
    narrative: 'Did well.',
    results: [{ value: 'A' }],
  },
  evidence: [{ name: 'Thesis' }],
});
const signCopy = (more: Partial<CredentialFacts> = {}, status = true) =>
  signSdJwtVc(credentialDocument({ ...facts, ...more }), signer, {
    ...{ holder, issuedAt, createSalt },
    ...(status && { status: { uri, index } }),
  });

type ListChange = { set?: number[]; claims?: Json; typ?: string };

/** A Status List Token with these bits set. */
async function signList({ set = [], claims = {}, typ }: ListChange = {}): Promise<string> {
  const list = emptyStatusList();
  for (const each of set) writeStatus(list, each, true);
  const whole = {
    ...(await statusListClaims({
      ...{ uri, list, issuedAt: new Date(now), expires: new Date(now + 3_600_000), ttl: 30 },
    })),
    ...claims,
  };
  return typ ? signClaims(whole, signer, typ) : signStatusListToken(whole, signer);
}

const publish = (token: unknown): Record<string, unknown> => ({
  [uri]: token,
  'https://academy.example/.well-known/did.json': controllerDocument,
});
const judgeCopy = async (copy: string, more = {}, token: unknown = undefined) =>
  judge(copy, { web: publish(token ?? (await signList())), ...more });
const findMessage = ({ checks }: CredentialVerdict, name: string): string =>
  checks.find(({ check }) => check === name)?.message ?? '';
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** An SD-JWT with these claims and disclosures. */
const signAny = async (claims: Json, disclosures: string[] = [], typ = 'dc+sd-jwt') =>
  [
    await signClaims({ iss: did, vct: openBadgeVct, ...claims }, signer, typ),
    ...disclosures,
    '',
  ].join('~');

test('an SD-JWT VC is bound to the key and hides only what its holder may withhold', async () => {
  const [jwt = '', ...disclosures] = (await signCopy({ validUntil: new Date('2027-03-01') })).split(
    '~',
  );
  assert.equal(disclosures.pop(), '', 'no key binding JWT follows');
  const { payload } = await compactVerify(jwt, issuerKeys.publicKey);
  assert.deepEqual(decodeProtectedHeader(jwt), { alg: 'ES256', kid, typ: 'dc+sd-jwt' });
  const claims = JSON.parse(new TextDecoder().decode(payload));
  const { iss, sub, iat, nbf, exp, vct, cnf, status, credentialSubject } = claims;
  assert.deepEqual(
    { iss, sub, iat, nbf, exp, vct, cnf, status },
    {
      ...{ iss: did, sub: holder.did, iat: 1_775_001_600, nbf: 1_772_323_200 },
      ...{ exp: 1_803_859_200, vct: openBadgeVct, cnf: { jwk } },
      status: { status_list: { idx: index, uri } },
    },
  );
  assert.equal(credentialSubject.achievement.name, 'Certified Sailor');
  const { _sd = [], identifier = [] } = credentialSubject;
  const digests = [...claims._sd, ..._sd, ...identifier.map((each: Json) => each['...'])];
  assert.deepEqual(digests.toSorted(), disclosures.map(hash).toSorted());
  const hidden = disclosures.map((each) =>
    JSON.parse(`${Buffer.from(each, 'base64url')}`).slice(1),
  );
  assert.deepEqual(hidden.map((parts) => parts.length === 2 && parts[0]).toSorted(), [
    ...['evidence', false, false, 'narrative', 'result'],
  ]);
  assert.ok(!JSON.stringify(claims).includes('Ada'), 'the name is only in a disclosure');
});

test('a verified SD-JWT VC shows what its holder discloses, and withheld members are missing', async () => {
  const copy = await signCopy();
  const whole = await judgeCopy(copy, { email: 'ada@example.org' });
  assert.equal(whole.status, 'valid', JSON.stringify(whole.checks));
  assert.deepEqual(
    [whole.found.recipient?.name, whole.found.achievement?.name, whole.found.issuer?.id],
    ['Ada Lovelace', 'Certified Sailor', did],
  );
  const [jwt = '', ...disclosures] = copy.split('~').slice(0, -1);
  const name = disclosures.find((each) => `${Buffer.from(each, 'base64url')}`.includes('Lovelace'));
  const some = await judgeCopy([jwt, name, ''].join('~'), { email: 'ada@example.org' });
  assert.equal(some.found.recipient?.name, 'Ada Lovelace');
  assert.equal(outcomes(some).recipient, 'unknown');
  const none = await judgeCopy(`${jwt}~`);
  assert.deepEqual([none.status, none.found.recipient], ['valid', undefined]);
  const read = async (url: string) => ({ status: 200, document: publish(await signList())[url] });
  const either = await verifyEither({ source: { document: copy }, now, read });
  assert.deepEqual([either.edition, either.status], ['3.0', 'valid']);
});

test('a Status List Token revokes and suspends SD-JWT VCs and JWTs, with any number of bits', async () => {
  const copy = await signCopy();
  assert.equal((await judgeCopy(copy, {}, await signList({ set: [index - 1] }))).status, 'valid');
  assert.equal((await judgeCopy(copy, {}, await signList({ set: [index] }))).status, 'revoked');
  // Example of the draft, §4.2, with 2 bits: the statuses are 1, 2, 0, 3, 0, 1, …
  const example = { status_list: { bits: 2, lst: 'eNo76fITAAPfAgc' } };
  const token = await signList({ claims: example });
  const expected = ['revoked', 'suspended', 'valid', 'unknown', 'valid', 'revoked'];
  for (const [idx, status] of expected.entries()) {
    const document = credentialDocument({ ...facts, subject: { id: 'urn:uuid:1' } });
    const claims = { ...document, status: { status_list: { idx, uri } } };
    const jwt = await signClaims({ ...claims, iss: did }, signer, 'JWT');
    assert.equal((await judgeCopy(jwt, {}, token)).status, status, String(idx));
  }
});

test('without a good Status List Token the status of an SD-JWT VC is unknown, and a bad reference is invalid', async () => {
  const copy = await signCopy();
  const other = await generateKeyPair('ES256');
  const bad: [string, unknown][] = [
    ['another type of JWT', await signList({ typ: 'JWT' })],
    ['no JWT', 'hello'],
    ['JSON', { status_list: {} }],
    ['another subject', await signList({ claims: { sub: 'https://academy.example/status/2' } })],
    ['expired', await signList({ claims: { exp: now / 1_000 } })],
    ['from the future', await signList({ claims: { iat: now / 1_000 + 120 } })],
    ['without a time', await signList({ claims: { iat: undefined } })],
    ['a wrong ttl', await signList({ claims: { ttl: -1 } })],
    ['3 bits', await signList({ claims: { status_list: { bits: 3, lst: 'eNrbuRgAAhcBXQ' } } })],
    ['not compressed', await signList({ claims: { status_list: { bits: 1, lst: 'AAAA' } } })],
    ['too short', await signList({ claims: { status_list: { bits: 1, lst: 'eNrbuRgAAhcBXQ' } } })],
    [
      'signed by someone else',
      await new SignJWT({ sub: uri, status_list: { bits: 1, lst: 'eNrbuRgAAhcBXQ' } })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'statuslist+jwt' })
        .setIssuedAt(now / 1_000)
        .sign(other.privateKey),
    ],
  ];
  for (const [name, token] of bad)
    assert.equal((await judgeCopy(copy, {}, token)).status, 'unknown', name);
  for (const status of [null, {}, { status_list: 1 }, { status_list: { idx: -1, uri } }]) {
    const document = credentialDocument({ ...facts, subject: { id: 'urn:uuid:1' } });
    const { '@context': _, type: __, validFrom, ...members } = document;
    const nbf = Date.parse(String(validFrom)) / 1_000;
    const verdict = await judgeCopy(await signAny({ ...members, nbf, status }));
    assert.notEqual(outcomes(verdict).revocation, 'valid', JSON.stringify(status));
    assert.equal(outcomes(verdict).proof, 'valid');
  }
});

test('an altered, ambiguous or foreign SD-JWT is never valid', async () => {
  const [jwt = '', ...disclosures] = (await signCopy()).split('~').slice(0, -1);
  const [first = ''] = disclosures;
  const added = encode([createSalt(), 'narrative', 'Did better.']);
  const hidden = (...values: unknown[]) => encode(['salt', ...values]);
  const sd = (...texts: string[]) => ({ _sd: texts.map(hash) });
  const cases: [why: RegExp, text: string, status?: string][] = [
    [/didn’t sign/, [jwt, added, ''].join('~')],
    [/didn’t sign/, [jwt, first, first, ''].join('~')],
    [/claim “status”/, await signAny(sd(hidden('status', 1)), [hidden('status', 1)])],
    [/claim “a”/, await signAny({ a: 1, ...sd(hidden('a', 2)) }, [hidden('a', 2)])],
    [/same digest twice/, await signAny({ _sd: ['a', 'a'] })],
    [/beside a digest/, await signAny({ a: [{ '...': 'b', c: 1 }] })],
    [/doesn’t belong/, await signAny(sd(hidden('a')), [hidden('a')])],
    [/hash that isn’t supported: sha-512/, await signAny({ _sd_alg: 'sha-512' }), 'unknown'],
    [/type that isn’t supported: urn:x/, await signAny({ vct: 'urn:x' }), 'unknown'],
    [/not a credential/, await signAny({}, [], 'JWT'), 'unknown'],
    [/isn’t an SD-JWT/, [jwt, first.slice(0, -1), ''].join('~')],
    [/^$/, await signAny({})],
    [/^$/, `${jwt.slice(0, -8)}AAAAAAAA~`],
  ];
  for (const [why, text, status = 'invalid'] of cases) {
    const verdict = await judgeCopy(text);
    assert.equal(verdict.status, status, `${why}: ${JSON.stringify(verdict.checks)}`);
    assert.match(findMessage(verdict, 'read'), why);
    const read = async () => ({ status: 404, document: undefined });
    const either = await verifyEither({ source: { document: text }, now, read });
    assert.notEqual(either.status, 'valid', `${why}`);
    assert.equal(either.edition, '3.0', `${why}`);
  }
});

test('a presented SD-JWT is checked for its verifier, its challenge and its holder’s key', async () => {
  const copy = await signCopy();
  const bind = async (change: Json = {}, key = wallet.privateKey, typ = 'kb+jwt') => {
    const claims = { nonce: 'n-1', aud: 'verifier.example', iat: now / 1_000, sd_hash: hash(copy) };
    const header = { alg: 'ES256', typ };
    return `${copy}${await new SignJWT({ ...claims, ...change }).setProtectedHeader(header).sign(key)}`;
  };
  const expected = { challenge: 'n-1', domain: 'verifier.example' };
  const verdict = await judgeCopy(await bind(), expected);
  assert.equal(verdict.status, 'valid', JSON.stringify(verdict.checks));
  assert.match(findMessage(verdict, 'presentation'), /bound to/);
  assert.equal((await judgeCopy(await bind())).status, 'valid', 'without a challenge');
  const stranger = await generateKeyPair('ES256');
  for (const [name, text] of [
    ['another nonce', await bind({ nonce: 'n-2' })],
    ['another verifier', await bind({ aud: 'elsewhere.example' })],
    ['other content', await bind({ sd_hash: hash(`${copy}x`) })],
    ['the future', await bind({ iat: now / 1_000 + 600 })],
    ['another key', await bind({}, stranger.privateKey)],
    ['another typ', await bind({}, wallet.privateKey, 'JWT')],
    ['no presentation', copy],
  ] as const) {
    const refused = await judgeCopy(text, expected);
    assert.equal(outcomes(refused).presentation, 'invalid', name);
    assert.equal(refused.status, 'invalid', name);
  }
});
