import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { assertOk, createTestClient } from './support/client.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();

test('a user gets from sign-up to a credential that others can verify', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Charles Babbage', email: 'Charles@Example.org' },
  });
  const stranger = createTestClient(instance.url);
  const assertion = assertOk(await stranger('GET', `/certify-badge/award/${awardId}`)).body;
  const hash = createHash('sha256').update('charles@example.org').digest('hex');
  assert.deepEqual(assertion.recipient, {
    type: 'email',
    hashed: true,
    identity: `sha256$${hash}`,
  });
  const badge = assertOk(await stranger('GET', assertion.badge)).body;
  const issuer = assertOk(await stranger('GET', badge.issuer)).body;
  const image = await fetch(badge.image);
  assert.deepEqual(
    [assertion.id, badge.id, issuer.id].map((id) => id.startsWith(instance.url)),
    [true, true, true],
  );
  assert.equal(issuer.verification.allowedOrigins, new URL(instance.url).host);
  assert.equal(image.headers.get('content-type'), 'image/png');
});
