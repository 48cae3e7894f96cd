// Codes, sessions and requests while an address leaves its user.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  readAddressCode,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { runBeforeStatement } from './support/run-before-statement.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url, db } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(url);

let serial = 0;
const newAddress = () => `races-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const path = '/api/auth/sign-in/email-code';
const enter = (body: object) => anyone('POST', `${path}/confirm`, body);
const add = async (session: SendRequest, email: string): Promise<string> => {
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email } }),
    201,
  ).body;
  return addressId;
};
const confirm = async (session: SendRequest, addressId: string, code: string) =>
  assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
const countSessions = async (personId: string): Promise<number> => {
  const { rows } = await sql`select 1 from auth."session" where "userId" = ${personId}`.execute(db);
  return rows.length;
};

/** A user with a second address, and the code to sign in that was sent there. */
async function createUserWithCode() {
  const [first, second] = [newAddress(), newAddress()];
  const { session, personId } = await signInByCode(instance, first);
  const addressId = await add(session, second);
  await confirm(session, addressId, await readAddressCode(instance, second));
  assertOk(await anyone('POST', path, { email: second }));
  const { code } = await readEmailCode(instance, second);
  const remove = async () => assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  return { first, second, session, personId, code, remove };
}

test('a code for an address that is removed while a wrong code is compared signs nobody in', async () => {
  const { first, second, personId, code, remove } = await createUserWithCode();
  const wrong = code === '000000' ? '000001' : '000000';
  const { isDone } = await runBeforeStatement(
    ({ text }) => text.startsWith('insert into "auth"."verification"'),
    remove,
    async () =>
      assertRefused(await enter({ email: second, code: wrong }), 400, 'invalid_email_code'),
  );
  assert.ok(isDone);
  for (const email of [first, second])
    assertRefused(await enter({ email, code }), 400, 'invalid_email_code');
  assert.equal(await countSessions(personId), 1);
});

test('a session that begins while its address is removed ends at once', async () => {
  const { second, session, personId, code, remove } = await createUserWithCode();
  const { isDone } = await runBeforeStatement(
    ({ text }) => text.startsWith('insert into "auth"."session"'),
    remove,
    async () => assertRefused(await enter({ email: second, code }), 400, 'invalid_email_code'),
  );
  assert.ok(isDone);
  assert.equal(await countSessions(personId), 1);
  assertOk(await session('GET', '/my/credentials'));
});

test('deleting oneself leaves the requests of somebody who has confirmed the address meanwhile', async () => {
  const { second, session } = await createUserWithCode();
  const recipient = { name: 'Ada Lovelace', email: second };
  const awardId = await issueAward(owner, badgeId, { recipient });
  const other = await signInByCode(instance, newAddress());
  const addressId = await add(other.session, second);
  const code = await readAddressCode(instance, second, 1);
  const takeAndAsk = async () => {
    await confirm(other.session, addressId, code);
    const parameters = { kind: 'correction', message: 'Mine' };
    assertOk(
      await other.session('POST', `/my/credentials/${awardId}/requests`, { parameters }),
      201,
    );
  };
  const { isDone } = await runBeforeStatement(
    ({ text }) => /from auth\."user" where id = \$1 for update/.test(text),
    takeAndAsk,
    async () => assertOk(await session('DELETE', '/my')),
  );
  assert.ok(isDone);
  const { items } = assertOk(await other.session('GET', '/my/credentials')).body;
  assert.deepEqual(items[0].openRequests, ['correction']);
});
