import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  assertionDocument,
  badgeDocument,
  hashIdentity,
  issuerDocument,
  revokedDocument,
} from '../index.ts';

const base = {
  id: 'https://a/1',
  identity: 'sha256$00',
  badge: 'https://b/1',
  issuedOn: new Date('2026-03-01'),
};

test('an identity is the SHA-256 of the lower-case email address with its salt', () => {
  const hex = (text: string) => `sha256$${createHash('sha256').update(text).digest('hex')}`;
  assert.equal(hashIdentity('Ada@Example.ORG'), hex('ada@example.org'));
  assert.equal(hashIdentity('ada@example.org', 'Salt'), hex('ada@example.orgSalt'));
});

test('an assertion contains image, expiry and reason only when set', () => {
  assert.deepEqual(assertionDocument({ ...base, revoked: false, revocationReason: 'unused' }), {
    '@context': 'https://w3id.org/openbadges/v2',
    type: 'Assertion',
    id: 'https://a/1',
    recipient: { type: 'email', hashed: true, identity: 'sha256$00' },
    badge: 'https://b/1',
    issuedOn: '2026-03-01T00:00:00.000Z',
    verification: { type: 'hosted' },
    revoked: false,
  });
  const revoked = assertionDocument({
    ...base,
    image: 'https://p/1',
    expires: new Date(0),
    revoked: true,
    revocationReason: 'error',
  });
  assert.equal(revoked.image, 'https://p/1');
  assert.equal(revoked.expires, '1970-01-01T00:00:00.000Z');
  assert.equal(revoked.revocationReason, 'error');
  assert.deepEqual(Object.keys(revokedDocument({ id: 'x' })), [
    '@context',
    'type',
    'id',
    'revoked',
  ]);
});

test('issuer and badge documents have the shapes of the contract', () => {
  const profile = {
    id: 'https://i/1',
    name: 'N',
    url: 'https://n',
    email: 'a@b.c',
    allowedOrigins: 'i',
  };
  assert.deepEqual(issuerDocument(profile), {
    '@context': 'https://w3id.org/openbadges/v2',
    type: 'Issuer',
    id: 'https://i/1',
    name: 'N',
    url: 'https://n',
    email: 'a@b.c',
    verification: { type: 'hosted', allowedOrigins: 'i' },
  });
  const badge = badgeDocument({
    id: 'b',
    name: 'n',
    description: 'd',
    criteria: 'c',
    image: 'i',
    issuer: 's',
  });
  assert.deepEqual(badge.criteria, { narrative: 'c' });
  assert.equal(badge.type, 'BadgeClass');
});
