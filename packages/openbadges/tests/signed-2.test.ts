// Signed badges of Open Badges 2.0 (§SignedBadge Verification).
import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { verifyEither } from '../src/either/index.ts';
import type { Json } from '../src/shared/read.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
const exportPem = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'pem' }).toString();
const at = (path: string): string => `https://school.example/${path}`;
const context = 'https://w3id.org/openbadges/v2';

const assertion: Json = {
  ...{ '@context': context, type: 'Assertion', id: 'urn:uuid:1' },
  recipient: { type: 'email', hashed: false, identity: 'ada@example.org' },
  ...{ badge: at('badge'), issuedOn: '2026-01-01T00:00:00Z' },
  verification: { type: 'SignedBadge', creator: at('key') },
};
const key = {
  ...{ '@context': context, type: 'CryptographicKey', id: at('key') },
  ...{ owner: at('issuer'), publicKeyPem: exportPem(keys.publicKey) },
};
const profile: Json = {
  ...{ '@context': context, type: 'Issuer', id: at('issuer'), name: 'School', url: at('') },
  ...{ email: 'a@school.example', publicKey: at('key') },
};
const badge: Json = {
  ...{ '@context': context, type: 'BadgeClass', id: at('badge'), name: 'Sailor' },
  ...{ description: 'Sails', image: at('badge.png'), criteria: { narrative: 'Sailed' } },
  issuer: at('issuer'),
};
const web: Json = { [at('badge')]: badge, [at('issuer')]: profile, [at('key')]: key };

function sign(payload: Json, header: Json = {}, privateKey = keys.privateKey): string {
  const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT', ...header })}.${part(payload)}`;
  return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
}

function judge(document: string, more: Json = {}, email?: string) {
  const there: Json = { ...web, ...more };
  return verifyEither({
    ...{ source: { document }, now: Date.parse('2026-06-01'), email },
    read: async (url) =>
      there[url] === undefined
        ? { status: 404, document: undefined }
        : { status: 200, document: there[url] },
  });
}
const outcome = (verdict: Awaited<ReturnType<typeof judge>>, name: string): string | undefined =>
  verdict.checks.find(({ check }) => check === name)?.outcome;

test('an assertion signed by its issuer is valid for its recipient, and names badge and issuer', async () => {
  const verdict = await judge(sign(assertion), {}, 'ada@example.org');
  assert.deepEqual([verdict.edition, verdict.status], ['2.0', 'valid'], JSON.stringify(verdict));
  assert.deepEqual(verdict.checks.map(({ check }) => check).toSorted(), [
    'badge',
    'expiry',
    'fetched',
    'issuer',
    'proof',
    'recipient',
    'revocation',
    'shape',
  ]);
  assert.deepEqual([verdict.found.badge?.name, verdict.found.issuer?.name], ['Sailor', 'School']);
  assert.equal((await judge(sign(assertion), {}, 'eve@example.org')).status, 'invalid');
  const ended = { ...assertion, expires: '2026-02-01T00:00:00Z' };
  assert.equal((await judge(sign(ended))).status, 'expired');
});

test('a profile may embed one or several keys, and the assertion need not name one', async () => {
  const { creator: _, ...unnamed } = assertion.verification as Json;
  const second = { ...key, id: at('key2'), publicKeyPem: exportPem(others.publicKey) };
  for (const [publicKey, verification] of [
    [key, assertion.verification],
    [[at('key2'), at('key')], assertion.verification],
    [[at('key2'), at('key')], unnamed],
    [at('key'), { ...unnamed, type: 'signed' }],
  ]) {
    const more = { [at('issuer')]: { ...profile, publicKey }, [at('key2')]: second };
    const verdict = await judge(sign({ ...assertion, verification }), more);
    assert.equal(verdict.status, 'valid', JSON.stringify(verdict.checks));
  }
});

test('a changed assertion, or one signed with a key that the issuer does not name, is invalid', async () => {
  const [header, , signature] = sign(assertion).split('.');
  const changed = Buffer.from(JSON.stringify({ ...assertion, badge: at('other') })).toString(
    'base64url',
  );
  const theirs = {
    ...key,
    id: 'https://eve.example/key',
    publicKeyPem: exportPem(others.publicKey),
  };
  const byThem = { type: 'SignedBadge', creator: 'https://eve.example/key' };
  for (const [document, more] of [
    [`${header}.${changed}.${signature}`, { [at('other')]: { ...badge, id: at('other') } }],
    [sign(assertion, {}, others.privateKey), {}],
    [
      sign({ ...assertion, verification: byThem }, {}, others.privateKey),
      { 'https://eve.example/key': theirs },
    ],
    [sign(assertion, { alg: 'none' }), {}],
    [sign(assertion, { alg: 'HS256' }), {}],
    [sign(assertion, { crit: ['b64'], b64: false }), {}],
    [sign({ ...assertion, verification: { type: 'hosted' } }), {}],
    [sign(assertion), { [at('issuer')]: { ...profile, publicKey: undefined } }],
    [sign(assertion), { [at('key')]: { ...key, owner: 'https://eve.example' } }],
    [sign(assertion), { [at('key')]: { ...key, id: at('key2') } }],
  ] as const) {
    const verdict = await judge(document, JSON.parse(JSON.stringify(more)));
    assert.deepEqual(
      [verdict.status, outcome(verdict, 'proof')],
      ['invalid', 'invalid'],
      JSON.stringify(verdict.checks),
    );
  }
});

test('a signed assertion with more members than are read is unknown', async () => {
  const verdict = await judge(sign({ ...assertion, extra: Array(10_000).fill(0) }));
  assert.deepEqual(
    verdict.checks.map(({ outcome, message }) => [outcome, message]),
    [['unknown', 'The document has too many members.']],
  );
  assert.equal(verdict.status, 'unknown');
});

test('the status of a missing badge decides, even if its body is too complex', async () => {
  for (const [status, expected] of [
    [404, 'invalid'],
    [410, 'invalid'],
    [200, 'unknown'],
    [500, 'unknown'],
  ] as const) {
    const verdict = await verifyEither({
      ...{ source: { document: sign(assertion) }, now: Date.parse('2026-06-01') },
      read: async (url) =>
        url === at('badge')
          ? { status, document: undefined, unread: `is too complex to be read at ${url}` }
          : { status: 200, document: web[url] },
    });
    assert.equal(outcome(verdict, 'badge'), expected, String(status));
  }
});

test('an issuer embedded in the signed assertion is never believed', async () => {
  const own = { ...profile, publicKey: { ...key, publicKeyPem: exportPem(others.publicKey) } };
  for (const [badgeId, issuerId] of [
    [at('badge'), at('issuer')],
    ['urn:uuid:2', at('issuer')],
    // An id that looks like a host.
    ['school.example', at('issuer')],
    ['x://school.example/badge', at('issuer')],
    ['urn:uuid:2', 'urn:uuid:3'],
  ]) {
    const embedded = { ...badge, id: badgeId, issuer: { ...own, id: issuerId } };
    const forged = sign(
      { ...assertion, id: at('assertions/1'), badge: embedded },
      {},
      others.privateKey,
    );
    const verdict = await judge(forged);
    assert.notEqual(verdict.status, 'valid', `${badgeId} ${issuerId}`);
    assert.notEqual(outcome(verdict, 'proof'), 'valid', `${badgeId} ${issuerId}`);
  }
});

test('an issuer that a badge class of the same host describes proves nothing about the issuer’s own address', async () => {
  const own = { ...profile, publicKey: { ...key, publicKeyPem: exportPem(others.publicKey) } };
  const theirs = at('~mallory/badge');
  const verdict = await judge(sign({ ...assertion, badge: theirs }, {}, others.privateKey), {
    [theirs]: { ...badge, id: theirs, issuer: own },
  });
  assert.equal(outcome(verdict, 'proof'), 'invalid', JSON.stringify(verdict.checks));
  assert.equal(verdict.found.issuer?.provenBy, undefined);
});

test('a short, missing or unreadable key makes the assertion unknown or invalid, never valid', async () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
  for (const [found, expected] of [
    [{ ...key, publicKeyPem: exportPem(short.publicKey) }, 'unknown'],
    [{ ...key, publicKeyPem: 'x' }, 'unknown'],
    [{ ...key, publicKeyPem: undefined }, 'unknown'],
    [undefined, 'invalid'],
  ] as const) {
    const verdict = await judge(sign(assertion, {}, short.privateKey), { [at('key')]: found });
    assert.equal(outcome(verdict, 'proof'), expected, JSON.stringify(found));
  }
});

test('the issuer’s list revokes an assertion with a reason, and an unreadable list makes it unknown', async () => {
  const listed = { [at('issuer')]: { ...profile, revocationList: at('revoked') } };
  const createList = (...revokedAssertions: unknown[]): Json => ({
    [at('revoked')]: { type: 'RevocationList', id: at('revoked'), revokedAssertions },
  });
  for (const [list, status] of [
    [createList(), 'valid'],
    [createList('urn:uuid:2', { id: 'urn:uuid:3' }), 'valid'],
    [createList('urn:uuid:1'), 'revoked'],
    [createList({ id: 'urn:uuid:1', revocationReason: 'Copied' }), 'revoked'],
    [{}, 'unknown'],
  ] as const) {
    const verdict = await judge(sign(assertion), { ...listed, ...list });
    assert.equal(verdict.status, status, JSON.stringify(list));
  }
  const reason = createList({ id: 'urn:uuid:1', revocationReason: 'Copied' });
  const verdict = await judge(sign(assertion), { ...listed, ...reason });
  assert.equal(verdict.found.revocationReason, 'Copied');
  const old = sign({ ...assertion, uid: '77' });
  assert.equal((await judge(old, { ...listed, ...createList({ uid: '77' }) })).status, 'revoked');
});

test('a JWT without a credential or assertion is invalid, and never throws', async () => {
  for (const payload of [{ sub: 'x' }, { type: 'BadgeClass' }, {}]) {
    const verdict = await judge(sign(payload));
    assert.equal(verdict.status, 'invalid');
    assert.match(verdict.checks[0]?.message ?? '', /a JWT without a credential or assertion/);
  }
});

test('a hosted assertion can’t claim an issuer of another host by an id that resembles that host', async () => {
  const id = 'https://eve.example/1';
  for (const badgeId of ['school.example', 'x://school.example/badge']) {
    const issuer = { ...profile, verification: { allowedOrigins: 'eve.example' } };
    const hosted = {
      ...{ ...assertion, id, verification: { type: 'hosted' } },
      badge: { ...badge, id: badgeId, issuer },
    };
    const verdict = await judge(id, { [id]: hosted });
    assert.notEqual(verdict.status, 'valid', badgeId);
  }
});
