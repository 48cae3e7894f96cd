import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { registerPeopleWork } from '../src/features/people/index.ts';
import { newId } from '../src/kernel/id.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import {
  createIssuer,
  createOwner,
  idFromUrl,
  type Owner,
  signInByCode,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');

let serial = 0;
const newAddress = () => `held-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const add = (session: SendRequest, email: string) =>
  session('POST', '/my/addresses', { parameters: { email } });
async function addAndConfirm(session: SendRequest, email: string, before = 0): Promise<string> {
  const { addressId } = assertOk(await add(session, email), 201).body;
  const { mail } = await mailbox.waitFor(email, /^Your code to confirm this address/, before);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  const path = `/my/addresses/${addressId}/confirm`;
  assertOk(await session('POST', path, { parameters: { code } }));
  return addressId;
}
const listSubjects = (email: string): string[] =>
  mailbox.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.subject ?? '');
const invite = async (email: string): Promise<string> =>
  (await owner.insignia.members.invite({ email, role: 'viewer' })).inviteId;
/** Recipients have no account, so they accept on the page. */
const accept = (cookie: string, inviteId: string) =>
  createTestClient(url, { accept: 'text/html', cookie, origin: url })(
    'POST',
    '/accept-invitation',
    `inviteId=${inviteId}`,
    { 'content-type': 'application/x-www-form-urlencoded' },
  );

test('an invitation to any confirmed address is accepted, and one to a lost address is not', async () => {
  const second = newAddress();
  const guest = await signInByCode(instance, newAddress());
  await addAndConfirm(guest.session, second);
  const inviteId = await invite(second);
  const browser = createTestClient(url, { accept: 'text/html', cookie: guest.cookie });
  const { text } = assertOk(await browser('GET', `/accept-invitation?inviteId=${inviteId}`));
  assert.ok(text.includes('Accept invitation') && !text.includes('another email address'));
  assertOk(await accept(guest.cookie, inviteId));

  const former = await createOwner(instance);
  const holder = await signInByCode(instance, newAddress());
  await addAndConfirm(holder.session, former.email);
  const next = await invite(former.email);
  const parameters = { inviteId: next };
  const refused = await former.session('POST', '/members/accept', { parameters });
  assertRefused(refused, 400, 'email_does_not_match');
  assert.match(refused.body.error, /^another user has confirmed this address: .*\/my\/addresses/);
  assert.equal((await accept(former.cookie, next)).status, 400);
  assertOk(await accept(holder.cookie, next));
});

test('a user whose address another user confirmed confirms it again, and then accepts its invitation', async () => {
  const email = newAddress();
  const other = await signInByCode(instance, newAddress());
  const former = await signInByCode(instance, email);
  await sql`insert into user_addresses (id, person_id, email, address, confirmed_at, created_at)
    values (${newId()}, ${other.personId}, ${email}, ${email}, now(), now())`.execute(db);
  const inviteId = await invite(email);
  const open = async (cookie: string) => {
    const browser = createTestClient(url, { accept: 'text/html', cookie });
    return assertOk(await browser('GET', `/accept-invitation?inviteId=${inviteId}`)).text;
  };
  const page = await open(former.cookie);
  assert.match(page, /Another user has confirmed/);
  assert.ok(page.includes('href="/my/addresses"') && !page.includes('another email address'), page);
  const posted = await accept(former.cookie, inviteId);
  assert.equal(posted.status, 400);
  assert.ok(!posted.text.includes('another email address'), posted.text);
  await addAndConfirm(former.session, email);
  assert.match(await open(former.cookie), /Accept invitation/);
  assert.match(await open(other.cookie), /another email address/);
  assertOk(await accept(former.cookie, inviteId));
});

test('with MY_CREDENTIALS=off, where nobody can confirm an address, the primary one is invited', async () => {
  const off = await startInstance({ MY_CREDENTIALS: 'off' });
  try {
    const [from, guest, other] = [
      await createOwner(off),
      await createOwner(off),
      await createOwner(off),
    ];
    await sql`insert into user_addresses (id, person_id, email, address, confirmed_at, created_at)
      values (${newId()}, ${other.personId}, ${guest.email}, ${guest.email}, now(), now())`.execute(
      off.db,
    );
    const parameters = await from.insignia.members.invite({ email: guest.email, role: 'viewer' });
    const browser = createTestClient(off.url, { accept: 'text/html', cookie: guest.cookie });
    const path = `/accept-invitation?inviteId=${parameters.inviteId}`;
    assert.match(assertOk(await browser('GET', path)).text, /Accept invitation/);
    const { inviteId } = parameters;
    const body = { parameters: { inviteId } };
    assertOk(await guest.session('POST', '/members/accept', body));
  } finally {
    await off.stop();
  }
});

test('an issuer offered to any confirmed address of an owner is theirs to accept, and to a lost one is not', async () => {
  const [giver, taker, former] = [
    await createOwner(instance, 'pro'),
    await createOwner(instance, 'pro'),
    await createOwner(instance, 'pro'),
  ];
  const second = newAddress();
  await addAndConfirm(taker.session, second);
  await addAndConfirm(taker.session, former.email);
  const listIncoming = async (who: Owner) =>
    (await who.insignia.transfers.list()).items.map(({ transferId }) => transferId);
  const offer = async (email: string): Promise<string> => {
    const path = `/issuers/${await createIssuer(giver)}/transfer`;
    return assertOk(await giver.session('POST', path, { parameters: { email } })).body.transferId;
  };
  const [bySecond, byLost] = [await offer(second), await offer(former.email)];
  assert.deepEqual(await listIncoming(former), []);
  const foreign = await former.session('POST', `/transfers/${byLost}/accept`);
  assertRefused(foreign, 404, 'transfer_not_found');
  assert.deepEqual(await listIncoming(taker), [byLost, bySecond]);
  assertOk(await taker.session('POST', `/transfers/${byLost}/decline`));
  const { mail } = await mailbox.waitFor(giver.email, /^Offer declined/);
  assert.ok(mail.text?.includes(`${former.email} declined`) && !mail.text.includes(taker.email));
  assertOk(await taker.session('POST', `/transfers/${bySecond}/accept`), 202);
});

test('an issuer with a confirmed address of the owner is verified at once, and with a lost one needs a code', async () => {
  const account = await createOwner(instance, 'pro');
  const create = async (email: string) => {
    const parameters = { name: 'Analytical Society', url: 'https://uni.example', email };
    const { body } = await account.api('POST', '/issuers', { parameters });
    return assertOk(await account.api('GET', `/issuers/${idFromUrl(body.issuerId)}`)).body;
  };
  const second = newAddress();
  await addAndConfirm(account.session, second);
  assert.equal((await create(second)).verified, true);
  const { session } = await signInByCode(instance, newAddress());
  await addAndConfirm(session, account.email);
  const { id, verified } = await create(account.email);
  assert.equal(verified, false);
  const path = `/issuers/${idFromUrl(id)}`;
  const edited = { parameters: { name: 'Analytical Society of London' } };
  assertOk(await account.api('PUT', path, edited));
  assert.equal(assertOk(await account.api('GET', path)).body.verified, false);
});

test('notices about other addresses leave out a primary address that somebody else confirmed', async () => {
  const member = await createOwner(instance);
  const { session } = await signInByCode(instance, newAddress());
  await addAndConfirm(session, member.email);
  const before = listSubjects(member.email).length;
  const [second, third] = [newAddress(), newAddress()];
  await addAndConfirm(member.session, second);
  await mailbox.waitFor(second, /^You added an email address/);
  const addressId = await addAndConfirm(member.session, third);
  await mailbox.waitFor(second, /^You added an email address/, 1);
  const primary = { parameters: { primary: true } };
  assertOk(await member.session('PUT', `/my/addresses/${addressId}`, primary));
  await mailbox.waitFor(second, /^You have a new primary email address/);
  await waitForCondition('everything is sent', async () => {
    const { rows } = await sql`select 1 from mails where state = 'queued'`.execute(db);
    return rows.length === 0;
  });
  assert.deepEqual(listSubjects(member.email).slice(before), [
    'An email address is no longer yours',
  ]);
});

test('an address that got no code is deleted like others that nobody confirmed', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  try {
    const email = newAddress();
    const findRows = async () => {
      const { rows } = await sql<{ hasCode: boolean }>`
        select code_hash is not null as "hasCode" from user_addresses where address = ${email}
        order by created_at`.execute(limited.db);
      return rows.map(({ hasCode }) => hasCode);
    };
    for (let n = 0; n < 4; n++) {
      const { cookie } = await signInByCode(limited, newAddress());
      const client = { cookie, origin: limited.url, 'x-forwarded-for': `203.0.113.${n}` };
      assertOk(await add(createTestClient(limited.url, client), email), 201);
    }
    assert.deepEqual(await findRows(), [true, true, true, false]);
    const clock = () => new Date(Date.now() + 2 * 86_400_000);
    const { chores } = collectWork((work) => registerPeopleWork(work, { clock }));
    const cleanUp = chores.find(({ name }) => name === 'unconfirmed addresses');
    assert.ok(cleanUp);
    await limited.db.write(async (trx) => cleanUp.run(trx));
    assert.deepEqual(await findRows(), []);
  } finally {
    await limited.stop();
  }
});

test('a user who deletes their data leaves the emails of somebody who confirmed their address', async () => {
  const shared = newAddress();
  const former = await signInByCode(instance, shared);
  await sql`insert into auth.passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${newId()}, ${former.personId}, ${Buffer.from(former.personId)}, '', 0, '{}', 'Phone', now())`.execute(
    db,
  );
  const { session } = await signInByCode(instance, newAddress());
  await addAndConfirm(session, shared);
  const countMails = async (): Promise<number> =>
    (await sql`select 1 from mails where recipient = ${shared}`.execute(db)).rows.length;
  const before = await countMails();
  assertOk(await former.session('DELETE', '/my'));
  assert.equal(await countMails(), before);
});
