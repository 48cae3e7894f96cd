import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { registerPeopleWork } from '../src/features/people/index.ts';
import { newId } from '../src/kernel/id.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { openTransaction } from './support/open-transaction.ts';
import {
  addMember,
  createIssuer,
  createOwner,
  idFromUrl,
  type Owner,
  readAddressCode,
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
  const code = await readAddressCode(instance, email, before);
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

/** Signs in to the account of `account` as a new user with this role. */
async function joinAs(account: Owner, role: string): Promise<SendRequest> {
  const member = await createOwner(instance);
  await addMember(instance, account, member, role);
  const client = { cookie: member.cookie, origin: url, 'x-account-id': account.accountId };
  return createTestClient(url, client);
}
type Offer = { transferId: string; email: string | null };
const listOffers = async (session: SendRequest): Promise<Offer[]> =>
  assertOk(await session('GET', '/transfers')).body.items;
const offerIssuer = async (giver: Owner, email: string): Promise<string> => {
  const path = `/issuers/${await createIssuer(giver)}/transfer`;
  return assertOk(await giver.session('POST', path, { parameters: { email } })).body.transferId;
};
/** Someone else confirms the address. */
async function loseAddress(email: string): Promise<void> {
  const { session } = await signInByCode(instance, newAddress());
  await addAndConfirm(session, email);
}
/** Makes another address primary, and removes the one of the sign-up. */
async function replaceAddress({ session, email }: Owner, next: string): Promise<void> {
  const addressId = await addAndConfirm(session, next);
  assertOk(await session('PUT', `/my/addresses/${addressId}`, { parameters: { primary: true } }));
  const { items } = assertOk(await session('GET', '/my/addresses')).body;
  const former = items.find((item: { email: string }) => item.email === email);
  assertOk(await session('DELETE', `/my/addresses/${former.addressId}`));
}

test('an issuer offered to any confirmed address of an owner is theirs to accept, and to a lost one is not', async () => {
  const [giver, taker, former] = [
    await createOwner(instance, 'pro'),
    await createOwner(instance, 'pro'),
    await createOwner(instance, 'pro'),
  ];
  const second = newAddress();
  await addAndConfirm(taker.session, second);
  await addAndConfirm(taker.session, former.email);
  const listIncoming = async ({ session }: Owner): Promise<string[]> =>
    listOffers(session).then((offers) => offers.map(({ transferId }) => transferId));
  const bySecond = await offerIssuer(giver, second);
  const byLost = await offerIssuer(giver, former.email);
  assert.deepEqual(await listIncoming(former), []);
  const foreign = await former.session('POST', `/transfers/${byLost}/accept`);
  assertRefused(foreign, 404, 'transfer_not_found');
  assert.deepEqual(await listIncoming(taker), [byLost, bySecond]);
  assertOk(await taker.session('POST', `/transfers/${byLost}/decline`));
  const { mail } = await mailbox.waitFor(giver.email, /^Offer declined/);
  assert.ok(mail.text?.includes(`${former.email} declined`) && !mail.text.includes(taker.email));
  assertOk(await taker.session('POST', `/transfers/${bySecond}/accept`), 202);
});

test('only the owner sees offers of issuers to their other addresses', async () => {
  const [giver, taker] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const [admin, viewer] = [await joinAs(taker, 'admin'), await joinAs(taker, 'viewer')];
  const team = [admin, viewer, taker.api, taker.read];
  const second = newAddress();
  await addAndConfirm(taker.session, second);
  const own = await offerIssuer(giver, taker.email);
  const hidden = await offerIssuer(giver, second);
  assert.equal((await listOffers(taker.bearer)).length, 2);
  for (const session of team) {
    const offers = await listOffers(session);
    assert.deepEqual(
      offers.map(({ transferId, email }) => [transferId, email]),
      [[own, taker.email]],
    );
  }
  assertOk(await taker.session('POST', `/transfers/${hidden}/decline`));
  const findAddress = async (session: SendRequest) =>
    (await listOffers(session)).find(({ transferId }) => transferId === hidden)?.email;
  assert.equal(await findAddress(taker.session), second);
  for (const session of team) assert.equal(await findAddress(session), null);
});

test('an owner who removed the address of the sign-up gets no offers to it', async () => {
  const [giver, taker] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  await replaceAddress(taker, newAddress());
  await offerIssuer(giver, taker.email);
  for (const send of [taker.session, taker.api]) assert.deepEqual(await listOffers(send), []);
});

test('an offer isn’t accepted or declined while another user confirms its address', async () => {
  const [giver, taker] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  for (const verb of ['accept', 'decline']) {
    const email = newAddress();
    const addressId = await addAndConfirm(taker.session, email);
    const transferId = await offerIssuer(giver, email);
    const change = await openTransaction(db);
    await sql`select 1 from auth."user" where id = ${taker.personId} for update`.execute(
      change.trx,
    );
    await sql`delete from user_addresses where id = ${addressId}`.execute(change.trx);
    const answered = taker.session('POST', `/transfers/${transferId}/${verb}`);
    await Promise.race([answered, waitForLock()]);
    await change.commit();
    assertRefused(await answered, 404, 'transfer_not_found');
  }
});

const waitForLock = () =>
  waitForCondition('a statement waits for a lock', async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  });

test('an email about a declined offer goes to another address of an owner who lost the primary one', async () => {
  const [giver, taker] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const second = newAddress();
  const transferId = await offerIssuer(giver, taker.email);
  await loseAddress(giver.email);
  await addAndConfirm(giver.session, second);
  assertOk(await taker.session('POST', `/transfers/${transferId}/decline`));
  await mailbox.waitFor(second, /^Offer declined/);
  assert.ok(!listSubjects(giver.email).some((subject) => subject.startsWith('Offer declined')));
  const { body } = assertOk(await giver.read('GET', '/mail'));
  assert.ok(!JSON.stringify(body).includes(second), 'the team sees no other address');
});

test('the team does not learn the new primary address of an owner from an email about an offer', async () => {
  const [giver, taker] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const next = newAddress();
  const transferId = await offerIssuer(giver, taker.email);
  await replaceAddress(giver, next);
  assertOk(await taker.session('POST', `/transfers/${transferId}/decline`));
  await mailbox.waitFor(next, /^Offer declined/);
  const { body } = assertOk(await giver.read('GET', '/mail'));
  assert.ok(!JSON.stringify(body).includes(next));
});

test('the team sees its members’ addresses in the account, not a private one that they made primary', async () => {
  const [account, editor, other] = [
    await createOwner(instance, 'pro'),
    await createOwner(instance),
    await createOwner(instance),
  ];
  for (const member of [editor, other]) {
    await addMember(instance, account, member, 'admin');
    const own = { cookie: member.cookie, origin: url, 'x-account-id': account.accountId };
    const parameters = { name: 'Own key', scope: 'read' };
    assertOk(await createTestClient(url, own)('POST', '/api-keys', { parameters }));
  }
  const addresses = [account, editor].map(() => newAddress());
  await replaceAddress(account, addresses[0] ?? '');
  await replaceAddress(editor, addresses[1] ?? '');
  for (const path of ['/audit-log', '/api-keys', '/members']) {
    const { text } = await account.session('GET', path);
    for (const each of addresses) assert.ok(!text.includes(each), `${path}: ${text}`);
  }
  const listActors = async (): Promise<Set<string>> => {
    const { items } = assertOk(await account.session('GET', '/audit-log')).body;
    return new Set(items.map((item: { actor: { email: string } | null }) => item.actor?.email));
  };
  assert.deepEqual(await listActors(), new Set([other.email, editor.email, account.email]));
  await sql`delete from members where account_id = ${account.accountId} and role = 'admin'`.execute(
    db,
  );
  assert.deepEqual(await listActors(), new Set([other.email, null, account.email]));
});

test('emails to strangers leave out the address of the sign-up once another user confirmed it', async () => {
  const account = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(account);
  await loseAddress(account.email);
  const [guest, office, heir] = [newAddress(), newAddress(), newAddress()];
  await account.insignia.members.invite({ email: guest, role: 'viewer' });
  await createIssuer(account, { email: office });
  const parameters = { email: heir };
  assertOk(await account.session('POST', `/issuers/${issuerId}/transfer`, { parameters }));
  for (const email of [guest, office, heir]) {
    const { mail } = await mailbox.waitFor(email, /^Owner |^Approve an issuer/);
    const { text = '' } = mail;
    assert.ok(text.includes(account.name));
    assert.ok(!text.includes(account.email) && !text.includes('owner.invalid'), text);
  }
});

test('an issuer with another confirmed address of the owner is verified at once for the owner alone', async () => {
  const account = await createOwner(instance, 'pro');
  const [admin, editor] = [await joinAs(account, 'admin'), await joinAs(account, 'editor')];
  const create = async (send: SendRequest, email: string) => {
    const parameters = { name: 'Analytical Society', url: 'https://uni.example', email };
    const { body } = await send('POST', '/issuers', { parameters });
    return assertOk(await send('GET', `/issuers/${idFromUrl(body.issuerId)}`)).body;
  };
  const second = newAddress();
  await addAndConfirm(account.session, second);
  for (const send of [account.session, account.bearer])
    assert.equal((await create(send, second)).verified, true);
  for (const send of [account.api, admin, editor]) {
    assert.equal((await create(send, account.email)).verified, true);
    const { id, verified } = await create(send, second);
    assert.equal(verified, false);
    const path = `/issuers/${idFromUrl(id)}`;
    assertOk(await send('PUT', path, { parameters: { name: 'Society', email: second } }));
    assert.equal(assertOk(await send('GET', path)).body.verified, false);
  }
});

test('an issuer with an address that the owner lost needs a code', async () => {
  const account = await createOwner(instance, 'pro');
  const create = async (email: string) => {
    const parameters = { name: 'Analytical Society', url: 'https://uni.example', email };
    const { body } = await account.api('POST', '/issuers', { parameters });
    return assertOk(await account.api('GET', `/issuers/${idFromUrl(body.issuerId)}`)).body;
  };
  await loseAddress(account.email);
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

test('deleting an account deletes the emails to the address of the sign-up, also if it was removed', async () => {
  const leaver = await createOwner(instance);
  const countMails = async (): Promise<number> =>
    (await sql`select 1 from mails where recipient = ${leaver.email}`.execute(db)).rows.length;
  await replaceAddress(leaver, newAddress());
  assert.ok((await countMails()) > 0);
  await sql`update auth."session" set "createdAt" = now() where "userId" = ${leaver.personId}`.execute(
    db,
  );
  assertOk(await leaver.session('DELETE', '/account'));
  await waitForCondition('they are gone', async () => (await countMails()) === 0);
});
