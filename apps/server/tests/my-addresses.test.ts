import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { registerPeopleWork } from '../src/features/people/index.ts';
import { newId } from '../src/kernel/id.ts';
import type { Trx } from '../src/platform/db/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  password,
  readAddressCode,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(url);
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

let serial = 0;
const newAddress = () => `mine-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const issueTo = (email: string) =>
  issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
const readCode = (email: string, before = 0) => readAddressCode(instance, email, before);
const post = (session: SendRequest, path: string, parameters: object) =>
  session('POST', path, { parameters });
const add = (session: SendRequest, email: string) => post(session, '/my/addresses', { email });
const confirm = (session: SendRequest, id: string, code: string) =>
  post(session, `/my/addresses/${id}/confirm`, { code });
const addAndConfirm = async (session: SendRequest, email: string, before = 0): Promise<string> => {
  const { addressId } = assertOk(await add(session, email), 201).body;
  assertOk(await confirm(session, addressId, await readCode(email.toLowerCase(), before)));
  return addressId;
};
const listIds = async (session: SendRequest): Promise<string[]> =>
  assertOk(await session('GET', '/my/credentials')).body.items.map(({ id }: { id: string }) =>
    idFromUrl(id),
  );
const listAddresses = async (session: SendRequest) =>
  assertOk(await session('GET', '/my/addresses')).body.items as {
    addressId: string;
    email: string;
    confirmed: boolean;
    primary: boolean;
  }[];

test('a confirmed address brings its credentials, signs in, and takes them along when removed', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const older = await issueTo(first);
  const newer = await issueTo(second.toUpperCase());
  const newest = await issueTo(first);
  const { session, personId } = await signInByCode(instance, first);
  assert.deepEqual(await listIds(session), [newest, older]);
  const added = assertOk(await add(session, second.toUpperCase()), 201).body;
  assert.deepEqual(
    { ...added, addressId: '' },
    {
      ...{ addressId: '', email: second, confirmed: false, primary: false },
    },
  );
  assert.deepEqual(await listIds(session), [newest, older]);
  const code = await readCode(second);
  const wrong = code === '000000' ? '000001' : '000000';
  const { addressId } = added;
  assertRefused(await confirm(session, addressId, wrong), 400, 'invalid_email_code');
  const confirmed = assertOk(
    await confirm(session, addressId, `${code.slice(0, 3)} ${code.slice(3)}`),
  ).body;
  assert.deepEqual([confirmed.confirmed, confirmed.primary], [true, false]);
  assertRefused(await confirm(session, addressId, code), 400, 'invalid_email_code');
  assertRefused(await add(session, second), 409, 'address_exists');
  assert.deepEqual(await listIds(session), [newest, newer, older]);
  assert.deepEqual(
    (await listAddresses(session)).map(({ email, confirmed, primary }) => [
      ...[email, confirmed, primary],
    ]),
    [
      [first, true, true],
      [second, true, false],
    ],
  );
  await mailbox.waitFor(first, /^You added an email address/);
  // A code for the other address opens the session of the same user.
  const other = await signInByCode(instance, second);
  assert.equal(other.personId, personId);
  assert.equal((await other.session('GET', '/api/auth/get-session')).body.user.email, first);
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  assert.deepEqual(await listIds(session), [newest, older]);
  assertRefused(await session('DELETE', `/my/addresses/${addressId}`), 404, 'address_not_found');
  assert.notEqual((await signInByCode(instance, second, 1)).personId, personId);
});

test('an address that looks or folds alike opens nobody else’s session, and owns its own credentials alone', async () => {
  const tag = crypto.randomUUID().slice(0, 8);
  const names = [
    ['ilgin', 'ılgın'],
    ['weiss', 'weiß'],
    ['νικοσ', 'νικος'],
    ['irem', 'i\u0307rem'],
    ['αι', 'ᾳ'],
    ['вера', 'ᲀера'],
  ];
  const domains = [
    [`istanbul-${tag}.example`, `ıstanbul-${tag}.example`],
    [`strasse-${tag}.example`, `straße-${tag}.example`],
    [`gmail-${tag}.example`, `gmai\u0307l-${tag}.example`],
  ];
  const pairs = [
    ...names.map((pair) => pair.map((name) => `${name}@${tag}.example`)),
    ...domains.map((pair) => pair.map((domain) => `Ada@${domain}`)),
  ];
  for (const [email = '', other = ''] of pairs) {
    const awardId = await issueTo(email);
    const otherId = await issueTo(other);
    const victim = await signInByCode(instance, email);
    assert.equal((await listAddresses(victim.session)).length, 1);
    assert.deepEqual(await listIds(victim.session), [awardId], email);
    const attacker = await signInByCode(instance, other);
    assert.notEqual(attacker.personId, victim.personId);
    assert.equal((await listAddresses(attacker.session))[0]?.confirmed, true);
    assert.deepEqual(await listIds(attacker.session), [otherId], other);
    for (const [{ session }, id] of [
      [attacker, awardId],
      [victim, otherId],
    ] as const) {
      const request = { kind: 'erasure', message: 'Mine' };
      assertRefused(
        await post(session, `/my/credentials/${id}/requests`, request),
        404,
        'credential_not_found',
      );
    }
    assert.equal((await signInByCode(instance, email, 1)).personId, victim.personId);
  }
});

test('an address that differs in dots is another one, and one that differs in case is the same', async () => {
  const email = newAddress();
  const awardId = await issueTo(email);
  const dotted = await signInByCode(instance, email.replace('mine-', 'mi.ne-'));
  assert.deepEqual(await listIds(dotted.session), []);
  const { session, personId } = await signInByCode(instance, email);
  assert.notEqual(personId, dotted.personId);
  assert.deepEqual(await listIds(session), [awardId]);
  assertRefused(await add(session, email.toUpperCase()), 409, 'address_exists');
});

test('a code sent before its address was removed signs nobody in', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const { session } = await signInByCode(instance, first);
  const addressId = await addAndConfirm(session, second);
  const path = '/api/auth/sign-in/email-code';
  assertOk(await anyone('POST', path, { email: second }));
  const { code, link } = await readEmailCode(instance, second);
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  const token = new URL(link).searchParams.get('token');
  for (const body of [{ email: second, code }, { email: first, code }, { token }])
    assertRefused(await anyone('POST', `${path}/confirm`, body), 400, 'invalid_email_code');
  await addAndConfirm(session, second, 1);
  assertRefused(await anyone('POST', `${path}/confirm`, { token }), 400, 'invalid_email_code');
});

test('a code opens nothing of the user who makes the earlier primary address theirs', async () => {
  const [lost, other, taker] = [newAddress(), newAddress(), newAddress()];
  const loser = await signInByCode(instance, lost);
  await addAndConfirm(loser.session, other);
  const path = '/api/auth/sign-in/email-code';
  assertOk(await anyone('POST', path, { email: other }));
  const { code } = await readEmailCode(instance, other);
  const { session } = await signInByCode(instance, taker);
  const addressId = await addAndConfirm(session, lost);
  const parameters = { primary: true };
  assertOk(await session('PUT', `/my/addresses/${addressId}`, { parameters }));
  for (const email of [lost, other, taker])
    assertRefused(
      await anyone('POST', `${path}/confirm`, { email, code }),
      400,
      'invalid_email_code',
    );
});

test('requests for one address leave the code and link to another, and signing in voids all', async () => {
  const emails = [newAddress(), newAddress()] as const;
  const [first, second] = emails;
  const { session, personId } = await signInByCode(instance, first);
  const addressId = await addAndConfirm(session, second);
  const path = '/api/auth/sign-in/email-code';
  const confirmSignIn = (body: object) => anyone('POST', `${path}/confirm`, body);
  const requestBoth = async (before: number) => {
    const sent = [];
    for (const [n, email] of emails.entries()) {
      assertOk(await anyone('POST', path, { email }));
      const { code, link } = await readEmailCode(instance, email, before + 1 - n);
      sent.push({ email, code, token: new URL(link).searchParams.get('token') });
    }
    return sent;
  };
  const refuseAll = async (sent: Awaited<ReturnType<typeof requestBoth>>) => {
    for (const { email, code, token } of sent)
      for (const body of [{ email, code }, { token }])
        assertRefused(await confirmSignIn(body), 400, 'invalid_email_code');
  };
  const byLink = await requestBoth(0);
  assert.equal(assertOk(await confirmSignIn({ token: byLink[0]?.token })).body.user.id, personId);
  await refuseAll(byLink);
  const byCode = await requestBoth(1);
  const [earliest, latest] = byCode;
  for (const [email, code] of [
    [first, latest?.code],
    [second, earliest?.code],
  ])
    if (earliest?.code !== latest?.code)
      assertRefused(await confirmSignIn({ email, code }), 400, 'invalid_email_code');
  const { email, code } = earliest ?? {};
  assert.equal(assertOk(await confirmSignIn({ email, code })).body.user.id, personId);
  await refuseAll(byCode);
  const [{ addressId: primaryId = '' } = {}] = await listAddresses(session);
  const earlier = await requestBoth(2);
  for (const id of [addressId, primaryId])
    assertOk(await session('PUT', `/my/addresses/${id}`, { parameters: { primary: true } }));
  await refuseAll(earlier);
});

/** Runs `act` while the transaction of `prepare` is open, which ends once `act` waits for it. */
async function actDuring(
  prepare: (trx: Trx) => Promise<unknown>,
  act: () => ReturnType<SendRequest>,
  check = async () => {},
): ReturnType<SendRequest> {
  const [acting] = await db.write(async (trx) => {
    await prepare(trx);
    const pending = act();
    await waitForCondition('it waits', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    await check();
    return [pending];
  });
  return acting as ReturnType<SendRequest>;
}

test('codes end in the transaction that removes their address, also one that is created meanwhile', async () => {
  const [primary, other] = [newAddress(), newAddress()];
  const { session, personId } = await signInByCode(instance, primary);
  const addressId = await addAndConfirm(session, other);
  const sendCode = () => anyone('POST', '/api/auth/sign-in/email-code', { email: other });
  const hash = (text: string) => createHash('sha256').update(text);
  const label = hash(other).digest('hex').slice(0, 32);
  const alias = `${Buffer.from(primary).toString('hex')}@${label}.code.invalid`;
  const identifier = hash(`sign-in-otp-${alias}`).digest('base64url');
  const countCodes = async () => {
    const { rows } = await sql`
      select 1 from auth."verification" where identifier = ${identifier}`.execute(db);
    return rows.length;
  };
  assertOk(await sendCode());
  assert.equal(await countCodes(), 1);
  const removed = await actDuring(
    (trx) =>
      sql`select 1 from auth."verification" where identifier = ${identifier} for update`.execute(
        trx,
      ),
    () => session('DELETE', `/my/addresses/${addressId}`),
    async () => {
      const { rows } = await sql`select 1 from user_addresses where id = ${addressId}`.execute(db);
      assert.equal(rows.length, 1, 'still there while its codes are');
    },
  );
  assertOk(removed);
  assert.equal(await countCodes(), 0);

  const again = await addAndConfirm(session, other, 1);
  const sent = await actDuring(async (trx) => {
    await sql`select 1 from auth."user" where id = ${personId} for no key update`.execute(trx);
    await sql`delete from user_addresses where id = ${again}`.execute(trx);
  }, sendCode);
  assertOk(sent);
  assert.equal(await countCodes(), 0);
});

test('the primary address can change, is notified, and cannot be removed', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const { session, personId } = await signInByCode(instance, first);
  const { addressId: pending } = assertOk(await add(session, newAddress()), 201).body;
  const path = (id: string) => `/my/addresses/${id}`;
  const makePrimary = (id: string) => session('PUT', path(id), { parameters: { primary: true } });
  assertRefused(await makePrimary(pending), 409, 'address_not_confirmed');
  const addressId = await addAndConfirm(session, second);
  const [primary] = await listAddresses(session);
  assertRefused(await session('DELETE', path(primary?.addressId ?? '')), 409, 'address_is_primary');
  assertOk(await makePrimary(addressId));
  assertOk(await makePrimary(addressId));
  const { mail } = await mailbox.waitFor(first, /^You have a new primary email address/);
  assert.ok(mail.text?.includes(second));
  assert.equal((await listAddresses(session))[0]?.email, second);
  assert.equal((await session('GET', '/api/auth/get-session')).body.user.email, second);
  assertOk(await session('DELETE', path(primary?.addressId ?? '')));
  assert.equal((await signInByCode(instance, second)).personId, personId);
  // Someone signs up with a password at the address that was confirmed here.
  const otherOwner = await createOwner(instance);
  const theirs = await addAndConfirm(session, otherOwner.email);
  assertRefused(await makePrimary(theirs), 409, 'address_in_use');
  assertRefused(
    await session('PUT', path(addressId), { parameters: { primary: false } }),
    400,
    'invalid_request',
  );
});

test('the later proof of an address wins, and both users are notified', async () => {
  const [first, second, shared] = [newAddress(), newAddress(), newAddress()];
  const awardId = await issueTo(shared);
  const one = await signInByCode(instance, first);
  const two = await signInByCode(instance, second);
  await addAndConfirm(one.session, shared);
  assert.deepEqual(await listIds(one.session), [awardId]);
  await addAndConfirm(two.session, shared, 1);
  assert.deepEqual(await listIds(one.session), []);
  assert.deepEqual(await listIds(two.session), [awardId]);
  const moved = await mailbox.waitFor(first, /^An email address is no longer yours/);
  assert.ok(!moved.mail.text?.includes(second));
  await mailbox.waitFor(second, /^You added an email address/);
  assert.deepEqual(
    (await listAddresses(one.session)).map(({ email }) => email),
    [first],
  );
});

test('a user with nothing else is merged, and one with an account keeps signing in', async () => {
  const [first, lone] = [newAddress(), newAddress()];
  const former = await signInByCode(instance, lone);
  const { session } = await signInByCode(instance, first);
  await addAndConfirm(session, lone);
  assertRefused(await former.session('GET', '/my/credentials'), 401, 'invalid_credentials');
  const member = await createOwner(instance);
  const awardId = await issueTo(member.email);
  assert.deepEqual(await listIds(member.session), [awardId]);
  await addAndConfirm(session, member.email);
  assert.deepEqual(await listIds(member.session), []);
  assert.deepEqual(await listIds(session), [awardId]);
  assertOk(await member.session('GET', '/account'));
  await mailbox.waitFor(member.email, /^An email address is no longer yours/);
  // They prove it again.
  const [primary] = await listAddresses(member.session);
  assert.deepEqual([primary?.email, primary?.confirmed], [member.email, false]);
  await addAndConfirm(member.session, member.email, 1);
  assert.deepEqual(await listIds(member.session), [awardId]);
  assert.deepEqual(await listIds(session), []);
  // A user with another address keeps that one.
  const two = await signInByCode(instance, newAddress());
  const other = newAddress();
  await addAndConfirm(two.session, other);
  const [old] = await listAddresses(two.session);
  await addAndConfirm(session, old?.email ?? '');
  assert.deepEqual(
    (await listAddresses(two.session)).map(({ email, primary: is }) => [email, is]),
    [[other, true]],
  );
  // Also if somebody else's account has the other address, so that it can't become primary.
  const namesake = await createOwner(instance);
  const third = await signInByCode(instance, newAddress());
  await addAndConfirm(third.session, namesake.email);
  const [lost] = await listAddresses(third.session);
  await addAndConfirm(session, lost?.email ?? '');
  assert.deepEqual(
    (await listAddresses(third.session)).map(({ email, confirmed }) => [email, confirmed]),
    [
      [lost?.email, false],
      [namesake.email, true],
    ],
  );
  assert.equal((await signInByCode(instance, namesake.email)).personId, third.personId);
});

test('a user with a passkey or a second factor is not merged: the mailbox alone gives nothing of theirs', async () => {
  const { session } = await signInByCode(instance, newAddress());
  const factors = [
    (personId: string) =>
      sql`update auth."user" set "twoFactorEnabled" = true where id = ${personId}`.execute(db),
    (personId: string) =>
      sql`insert into auth.passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
        values (${newId()}, ${personId}, ${Buffer.from(personId)}, '', 0, '{}', 'Phone', now())`.execute(
        db,
      ),
  ];
  for (const addFactor of factors) {
    const email = newAddress();
    const former = await signInByCode(instance, email);
    assertOk(await post(former.session, '/my/collections', { name: 'Mine' }), 201);
    await addFactor(former.personId);
    await addAndConfirm(session, email);
    assert.deepEqual(assertOk(await session('GET', '/my/collections')).body.items, []);
    assert.equal((await former.session('GET', '/my/collections')).body.items.length, 1);
    await mailbox.waitFor(email, /^An email address is no longer yours/);
  }
});

test('signing up with an address that its user lost gives that user no account', async () => {
  const { session } = await signInByCode(instance, newAddress());
  const signUp = (email: string) =>
    anyone('POST', '/api/auth/sign-up/email', { name: 'New School', email, password });
  const lose = async (email: string) => {
    const former = await signInByCode(instance, email);
    const passkey = { id: newId(), key: Buffer.from(former.personId) };
    await sql`insert into auth.passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
      values (${passkey.id}, ${former.personId}, ${passkey.key}, '', 0, '{}', 'Phone', now())`.execute(
      db,
    );
    await addAndConfirm(session, email);
    return former;
  };
  const email = newAddress();
  assertOk(await signUp(email));
  const link = findMailLink(await mailbox.waitFor(email, /^Confirm/), '/confirm-email');
  const former = await lose(email);
  const token = new URL(link).searchParams.get('token');
  const late = await anyone('POST', '/api/auth/confirm', { token, password });
  assertRefused(late, 400, 'invalid_link_or_password');
  assertRefused(await former.session('GET', '/account'), 403, 'account_required');
  const second = newAddress();
  await lose(second);
  assertOk(await signUp(second));
  await mailbox.waitFor(second, /^You already have an account/);
});

test('a user who loses their primary address gets the next one if somebody signs up with the first meanwhile', async () => {
  const two = await signInByCode(instance, newAddress());
  const [other, third] = [newAddress(), newAddress()];
  await addAndConfirm(two.session, other);
  await addAndConfirm(two.session, third);
  const [old] = await listAddresses(two.session);
  const { session } = await signInByCode(instance, newAddress());
  const { addressId } = assertOk(await add(session, old?.email ?? ''), 201).body;
  const code = await readCode(old?.email ?? '');
  const confirmed = await actDuring(
    (trx) =>
      sql`insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values (${newId()}, 'New', ${other}, true, now(), now())`.execute(trx),
    () => confirm(session, addressId, code),
  );
  assertOk(confirmed);
  const addresses = await listAddresses(two.session);
  assert.deepEqual(
    addresses.filter(({ primary: is }) => is).map(({ email }) => email),
    [third],
  );
});

test('a primary address that was lost stays lost after its new owner left, until it is confirmed', async () => {
  const member = await createOwner(instance);
  const awardId = await issueTo(member.email);
  const { session } = await signInByCode(instance, newAddress());
  const addressId = await addAndConfirm(session, member.email);
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  assert.deepEqual(await listIds(member.session), []);
  const { addressId: pending } = assertOk(await add(member.session, member.email), 201).body;
  const code = await readCode(member.email, 1);
  const clock = () => new Date(Date.now() + 2 * 86_400_000);
  const { chores } = collectWork((work) => registerPeopleWork(work, { clock }));
  const cleanUp = chores.find(({ name }) => name === 'unconfirmed addresses');
  assert.ok(cleanUp);
  await db.write(async (trx) => cleanUp.run(trx));
  assert.deepEqual(await listIds(member.session), []);
  assertOk(await confirm(member.session, pending, code));
  assert.deepEqual(await listIds(member.session), [awardId]);
});

/** Makes a user a member while `act` waits for the outcome. */
const joinDuring = (personId: string, act: () => ReturnType<SendRequest>) =>
  actDuring(
    (trx) =>
      sql`insert into members (id, account_id, person_id, email, role, status, created_at)
        values (${newId()}, ${owner.accountId}, ${personId}, ${newAddress()}, 'admin', 'active', now())`.execute(
        trx,
      ),
    act,
  );

test('a user who becomes a member meanwhile is neither deleted nor merged', async () => {
  const isMember = async (personId: string) => {
    const { rows } = await sql`select 1 from members where person_id = ${personId}`.execute(db);
    return rows.length === 1;
  };
  const leaving = await signInByCode(instance, newAddress());
  const deleted = await joinDuring(leaving.personId, () => leaving.session('DELETE', '/my'));
  assertRefused(deleted, 409, 'has_account');
  assert.ok(await isMember(leaving.personId));
  const shared = newAddress();
  const former = await signInByCode(instance, shared);
  const { session } = await signInByCode(instance, newAddress());
  const { addressId } = assertOk(await add(session, shared), 201).body;
  const code = await readCode(shared);
  assertOk(await joinDuring(former.personId, () => confirm(session, addressId, code)));
  assert.ok(await isMember(former.personId));
});

test('of simultaneous confirmations by ten users, one owns the address; a code works once', async () => {
  const shared = newAddress();
  const awardId = await issueTo(shared);
  const users = await runConcurrently(10, async () => {
    const { session } = await signInByCode(instance, newAddress());
    const { addressId } = assertOk(await add(session, shared), 201).body;
    return { session, addressId };
  });
  const codes: string[] = [];
  for (let n = 0; n < 10; n++) codes.push(await readCode(shared, n));
  // Which email is whose is unknown, so each user tries all codes.
  const answers = await runConcurrently(10, async (n) => {
    const { session, addressId } = users[n] as (typeof users)[number];
    for (const code of [...codes.slice(n), ...codes.slice(0, n)]) {
      const answer = await confirm(session, addressId, code);
      if (answer.status === 200) return true;
      await sql`update user_addresses set tries = 0 where id = ${addressId}`.execute(db);
    }
    return false;
  });
  assert.ok(answers.some(Boolean));
  const owners = [];
  for (const { session } of users) if ((await listIds(session)).includes(awardId)) owners.push(1);
  assert.equal(owners.length, 1);
  const { rows } = await sql`select 1 from user_addresses
    where address = ${shared} and confirmed_at is not null`.execute(db);
  assert.equal(rows.length, 1);
});

test('of 30 addresses added at once, 19 fit beside the primary one', async () => {
  const { session } = await signInByCode(instance, newAddress());
  const answers = await runConcurrently(30, () => add(session, newAddress()));
  assert.equal(answers.filter(({ status }) => status === 201).length, 19);
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 409, 'address_limit_reached');
  assert.equal((await listAddresses(session)).length, 20);
});

test('five wrong codes void the right one, and a new one voids the earlier', async () => {
  const email = newAddress();
  const { session } = await signInByCode(instance, newAddress());
  const { addressId } = assertOk(await add(session, email), 201).body;
  const code = await readCode(email);
  const wrong = code === '000000' ? '000001' : '000000';
  const answers = await runConcurrently(10, () => confirm(session, addressId, wrong));
  for (const answer of answers) assertRefused(answer, 400, 'invalid_email_code');
  assertRefused(await confirm(session, addressId, code), 400, 'invalid_email_code');
  assert.equal(assertOk(await add(session, email), 201).body.addressId, addressId);
  const second = await readCode(email, 1);
  if (second !== code)
    assertRefused(await confirm(session, addressId, code), 400, 'invalid_email_code');
  await sql`update user_addresses set code_expires = now() - interval '1 second' where id = ${addressId}`.execute(
    db,
  );
  assertRefused(await confirm(session, addressId, second), 400, 'invalid_email_code');
});

test('an address typed in another Unicode form has no codes of its own', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on' });
  try {
    const { session } = await signInByCode(limited, newAddress());
    const email = newAddress();
    for (let n = 0; n < 2; n++) assertOk(await add(session, email), 201);
    const wide = `\uff4d${email.slice(1)}`;
    assertOk(await add(session, wide), 201);
    assertRefused(await add(session, wide), 429, 'too_many_requests');
    // Codes to sign in have a limit of their own: their emails have a link.
    const anyone = createTestClient(limited.url);
    const request = (typed: string) =>
      anyone('POST', '/api/auth/sign-in/email-code', { email: typed });
    for (const typed of [email, wide, email]) assertOk(await request(typed));
    assertRefused(await request(wide), 429, 'too_many_requests');
  } finally {
    await limited.stop();
  }
});

test('another user cannot confirm, change or remove an address', async () => {
  const victim = await signInByCode(instance, newAddress());
  const email = newAddress();
  const { addressId } = assertOk(await add(victim.session, email), 201).body;
  const code = await readCode(email);
  const attacker = await signInByCode(instance, newAddress());
  for (const by of [attacker.session, owner.session]) {
    assertRefused(await confirm(by, addressId, code), 404, 'address_not_found');
    const change = await by('PUT', `/my/addresses/${addressId}`, { parameters: { primary: true } });
    assertRefused(change, 404, 'address_not_found');
    assertRefused(await by('DELETE', `/my/addresses/${addressId}`), 404, 'address_not_found');
    assert.ok(!JSON.stringify(await listAddresses(by)).includes(email));
  }
  const removal = await owner.bearer('DELETE', `/my/addresses/${addressId}`);
  assertRefused(removal, 404, 'address_not_found');
  assertOk(await confirm(victim.session, addressId, code));
});

test('responses are the same for known and unknown addresses', async () => {
  const known = await signInByCode(instance, newAddress());
  const [{ email = '' } = {}] = await listAddresses(known.session);
  const { session } = await signInByCode(instance, newAddress());
  const shapes = [];
  for (const each of [email, owner.email, newAddress()]) {
    const { status, body } = await add(session, each);
    shapes.push([status, { ...body, addressId: '', email: '' }]);
    assert.equal((await readCode(each)).length, 6);
  }
  assert.deepEqual(shapes[0], shapes[2]);
  assert.deepEqual(shapes[1], shapes[2]);
});

test('the screen adds, confirms and removes by form alone, in five languages', async () => {
  const headings = {
    en: 'Email addresses',
    de: 'E-Mail-Adressen',
    fr: 'Adresses e-\u006dail',
    es: 'Direcciones de correo',
    ar: 'عناوين البريد الإلكتروني',
  };
  const [first, second] = [newAddress(), newAddress()];
  const { cookie, session } = await signInByCode(instance, first);
  for (const [language, heading] of Object.entries(headings)) {
    const headers = { cookie, 'accept-language': language };
    const { text } = assertOk(await browser('GET', '/my/addresses', undefined, headers));
    assert.ok(text.includes(`<h1>${heading}</h1>`) && text.includes(`lang="${language}"`));
  }
  const send = (fields: Record<string, string>, more: object = {}) =>
    browser('POST', '/my/addresses', `${new URLSearchParams(fields)}`, {
      ...{ 'content-type': 'application/x-www-form-urlencoded', origin: url, cookie },
      ...more,
    });
  const bad = await send({ act: 'add', email: 'nobody' });
  assert.equal(bad.status, 400);
  assert.match(bad.text, /Enter a valid email address/);
  const added = await send({ act: 'add', email: second });
  assert.deepEqual(
    [added.status, added.headers.get('location')],
    [303, '/my/addresses?done=added'],
  );
  const page = await browser('GET', '/my/addresses?done=added', undefined, { cookie });
  assert.match(page.text, /Not confirmed/);
  assert.match(page.text, /a code is on its way/);
  const address = (await listAddresses(session))[1]?.addressId ?? '';
  const wrong = await send({ act: 'confirm', address, code: 'abc' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /The code is wrong, has expired or was used/);
  const code = await readCode(second);
  const foreign = await send({ act: 'confirm', address, code }, { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  for (const [fields, done] of [
    [{ act: 'confirm', address, code }, 'confirmed'],
    [{ act: 'primary', address }, 'primary'],
  ] as const)
    assert.equal((await send(fields)).headers.get('location'), `/my/addresses?done=${done}`);
  const list = await browser('GET', '/my', undefined, { cookie });
  assert.ok(list.text.includes('and your other addresses'));
  const old = (await listAddresses(session)).find(({ primary }) => !primary)?.addressId ?? '';
  const removed = await send({ act: 'remove', address: old });
  assert.equal(removed.headers.get('location'), '/my/addresses?done=removed');
  for (const fields of [
    { act: 'remove', address: 'x' },
    { act: 'dance', address },
  ])
    assert.ok((await send(fields as Record<string, string>)).status >= 400);
  const nobody = await send({ act: 'add', email: second }, { cookie: '' });
  assert.equal(nobody.headers.get('location'), '/my/sign-in');
  const visitor = await browser('GET', '/my/addresses');
  assert.equal(visitor.headers.get('location'), '/my/sign-in');
});

test('removing a confirmed address ends the other sessions, which its codes may have opened', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const { session } = await signInByCode(instance, first);
  const id = await addAndConfirm(session, second);
  const other = await signInByCode(instance, second);
  const { addressId } = assertOk(await add(session, newAddress()), 201).body;
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  assertOk(await other.session('GET', '/my/credentials'));
  assertOk(await session('DELETE', `/my/addresses/${id}`));
  assertRefused(await other.session('GET', '/my/credentials'), 401, 'invalid_credentials');
  assertOk(await session('GET', '/my/credentials'));
});

test('a JWT adds no address to sign in with', async () => {
  const user = await createOwner(instance);
  const address = newAddress();
  const { addressId } = assertOk(await add(user.bearer, address), 201).body;
  const code = await readCode(address);
  const stolen = await confirm(user.bearer, addressId, code);
  assertRefused(stolen, 403, 'fresh_sign_in_required');
  assertOk(await confirm(user.session, addressId, code));
  const primary = { parameters: { primary: true } };
  const moved = await user.bearer('PUT', `/my/addresses/${addressId}`, primary);
  assertRefused(moved, 403, 'fresh_sign_in_required');
});

test('a link to reset the password, sent to an address that was primary, no longer works', async () => {
  const user = await createOwner(instance);
  const other = newAddress();
  const addressId = await addAndConfirm(user.session, other);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: user.email }));
  const { mail } = await mailbox.waitFor(user.email, /Reset your password/);
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1];
  const primary = { parameters: { primary: true } };
  assertOk(await user.session('PUT', `/my/addresses/${addressId}`, primary));
  const reset = { token, newPassword: 'a password of someone else' };
  assertRefused(await anyone('POST', '/api/auth/reset-password', reset), 400, 'invalid_reset_link');
});

test('a link to reset the password, sent to a primary address that was lost, no longer works', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const loser = await signInByCode(instance, first);
  await addAndConfirm(loser.session, second);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: first }));
  const link = findMailLink(
    await mailbox.waitFor(first, /^Reset your password/),
    '/reset-password',
  );
  await addAndConfirm((await signInByCode(instance, newAddress())).session, first);
  const reset = { token: new URL(link).searchParams.get('token'), newPassword: 'from the link' };
  assertRefused(await anyone('POST', '/api/auth/reset-password', reset), 400, 'invalid_reset_link');
});

test('with MY_CREDENTIALS=off, its pages, operations and links do not exist', async () => {
  const off = await startInstance({ MY_CREDENTIALS: 'off' });
  try {
    const ask = createTestClient(off.url);
    const page = createTestClient(off.url, { accept: 'text/html', 'accept-language': 'en' });
    const body = { email: newAddress() };
    assertRefused(await ask('POST', '/api/auth/sign-in/email-code', body), 404, 'not_found');
    assertRefused(await ask('GET', '/my/credentials'), 404, 'not_found');
    for (const path of ['/my', '/my/sign-in', '/my/addresses'])
      assert.equal((await page('GET', path)).status, 404);
    // Neither 405 nor the methods of a preflight show that there is something.
    for (const path of [
      ...['/my', '/my/credentials', '/my/import', '/my/addresses/1', '/collections/1'],
      ...['/people/ada', '/api/auth/sign-in/email-code', '/m%79/credentials'],
      ...['/oauth/authorize', '/oauth/token', '/ims/ob/v2p1/profile', '/ims/ob/v2p1/x'],
      '/.well-known/badgeconnect.json',
    ])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await ask(method, path);
        assert.equal(status, 404, `${method} ${path}`);
        assert.equal(headers.get('allow'), null, `${method} ${path}`);
      }
    for (const path of ['/sign-in', '/verify']) {
      const { text } = assertOk(await page('GET', path));
      assert.ok(!text.includes('/my"'), path);
    }
    const issuing = await createOwner(off, 'pro');
    const badge = await createBadge(issuing, await createIssuer(issuing));
    const awardId = await issueAward(issuing, badge, {
      recipient: { name: 'Ada Lovelace', ...body },
    });
    const { text } = assertOk(await page('GET', `/credentials/${awardId}`));
    assert.ok(!text.includes('/my"'));
    // Sessions of single sign-on alone are led to a password: no code could be emailed.
    await sql`update auth."session" set "openedBy" = 'sso'`.execute(off.db);
    const bySso = createTestClient(off.url, { accept: 'text/html', cookie: issuing.cookie });
    const security = await bySso('GET', '/security');
    assert.equal(security.headers.get('location'), '/sign-in?with=password');
    const invitation = { email: newAddress(), role: 'viewer' };
    const invited = await issuing.api('POST', '/members', { parameters: invitation });
    const { inviteId } = assertOk(invited).body;
    const shown = await bySso('GET', `/accept-invitation?inviteId=${inviteId}`);
    const byPassword = `/sign-in?with=password&amp;invitation=${inviteId}`;
    assert.ok(shown.text.includes(`href="${byPassword}">Sign in with a password</a>`));
    assert.ok(!(await page('GET', '/sign-in?with=password')).text.includes('with a code'));
    await issuing.insignia.credentials.send({ awardId, ...body });
    const { mail } = await off.mailbox.waitFor(body.email);
    assert.ok(mail.text?.includes(awardId) && !/\/my\b/.test(mail.text));
  } finally {
    await off.stop();
  }
});
