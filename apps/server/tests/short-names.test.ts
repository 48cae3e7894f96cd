import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { createAwardBodyFor, createBadge, createIssuer, createOwner } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ RECIPIENT_NAME_MIN: '2' });
const owner = await createOwner(instance);
const badgeId = await createBadge(owner, await createIssuer(owner));

const named = (name: string) => ({
  parameters: {
    ...createAwardBodyFor(badgeId).parameters,
    recipient: { name, email: 'x@example.org' },
  },
});

test('short names are accepted for single credentials and imports', async () => {
  assertOk(await owner.api('POST', '/awards', named('李娜')));
  assertRefused(
    await owner.api('POST', '/awards', named('李')),
    400,
    'invalid_request',
    'recipient.name',
  );
  const file = 'name,email,issuedOn\n王芳,a@example.org,2026-01-31\n李,b@example.org,2026-01-31\n';
  const started = await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, file, {
    'content-type': 'text/csv',
  });
  const { importId } = assertOk(started, 202).body.info;
  const state = async () => (await owner.api('GET', `/awards/imports/${importId}`)).body.info;
  await waitForCondition(
    'the file is imported',
    async () => (await state()).status === 'completed',
  );
  const { issued, errors } = await state();
  assert.equal(issued, 1);
  assert.deepEqual(
    errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
    [[3, 'name']],
  );
  const reference = (await createTestClient(instance.url)('GET', '/openapi.json')).body;
  assert.match(JSON.stringify(reference.paths['/awards'].post.requestBody), /"minLength":2/);
});
