// Addresses beyond ASCII (RFC 6531), in every place that accepts one: all typed forms are one
// address.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readMigrations } from '../src/platform/db/index.ts';
import { clearBouncedAddress } from '../src/platform/mail/bounce-store.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { bounceToken } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
  signInByCode,
  signUpAndConfirm,
} from './support/people.ts';
import { csvHeaders } from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(instance.url);
const address = 'ünï@例え.jp';
const forms = ['ünï@例え.jp', 'ÜNÏ@xn--r8jz45g.jp', 'u\u0308ni\u0308@例え。JP'];

const report = (bounces: object[]) => anyone('POST', `/mail/bounces/${bounceToken}`, { bounces });

test('an international address has one form, in which it is emailed, hashed and found', async () => {
  for (const email of forms) {
    const awardId = await issueAward(owner, badgeId, {
      recipient: { name: 'Unï Recipient', email },
    });
    const { awards } = await owner.insignia.credentials.list({
      filter: { search: address, searchField: 'email' },
    });
    assert.equal(awards[0]?.recipient.email, address);
    const { body } = assertOk(
      await anyone('GET', `/certify-badge/award/${awardId}`, undefined, {
        accept: 'application/json',
      }),
    );
    const digest = createHash('sha256').update(address).digest('hex');
    assert.equal(body.recipient.identity, `sha256$${digest}`);
    for (const typed of [address, 'ünï@xn--r8jz45g.jp']) {
      const { body: checked } = assertOk(
        await anyone(
          'GET',
          `/verify?url=${encodeURIComponent(`${instance.url}/certify-badge/award/${awardId}`)}&email=${encodeURIComponent(typed)}`,
          undefined,
          {
            accept: 'application/json',
          },
        ),
      );
      assert.equal(
        checked.checks.find(({ check }: { check: string }) => check === 'recipient')?.outcome,
        'valid',
      );
    }
  }
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Unï Recipient', email: address },
  });
  assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email: forms[1] } }));
  const { mail } = await instance.mailbox.waitFor(address);
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    [address],
  );
  // In ASCII, such an address doesn't need a mail server with SMTPUTF8.
  assertOk(
    await owner.api('POST', `/awards/${awardId}/share`, {
      parameters: {
        recipients: 'ada@例え.jp, Ada@xn--r8jz45g.jp',
        ...{ subject: 'One mail', message: 'for one mailbox' },
      },
    }),
  );
  const { raw: inAscii } = await instance.mailbox.waitFor('ada@例え.jp');
  assert.match(inAscii, /^To: ada@xn--r8jz45g\.jp\r$/im);
  const { items } = await owner.insignia.mail.list();
  assert.equal(items.filter(({ to }) => /^ada@/i.test(to)).length, 1);
});

test('an import accepts international addresses and finds duplicates in any form', async () => {
  const own = await createBadge(owner, await createIssuer(owner));
  const csv = [
    'name,email,issuedOn',
    ...forms.map((email) => `Unï Recipient,${email},2026-03-01`),
  ].join('\n');
  const path = `/awards/imports?badgeId=${own}&onDuplicate=skip`;
  const { importId } = assertOk(await owner.api('POST', path, csv, csvHeaders), 202).body.info;
  await waitForCondition('imported', async () => {
    const { info } = (await owner.api('GET', `/awards/imports/${importId}`)).body;
    return info.finishedAt !== null;
  });
  const { info } = (await owner.api('GET', `/awards/imports/${importId}`)).body;
  assert.deepEqual([info.issued, info.skipped, info.failed], [1, 2, 0]);
  const { emails } = await owner.insignia.badges.holders({ badgeId: own, emails: forms });
  assert.deepEqual(
    emails,
    forms.map((form) => form.normalize('NFC')),
  );
});

test('a bounce report suppresses an address in any form', async () => {
  for (const [n, form] of ['a@xn--r8jz45g.jp', 'Ü1@例え.jp', 'ü2@XN--R8JZ45G.JP'].entries()) {
    const answer = await report([{ kind: 'hard', recipient: form, reason: 'no such user' }]);
    assert.equal(assertOk(answer).body.suppressed, 1);
    const email = ['a@例え.jp', 'ü1@例え.jp', 'ü2@例え.jp'][n] ?? '';
    const awardId = await issueAward(owner, badgeId, {
      recipient: { name: 'Unï Recipient', email },
    });
    assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email } }));
    await waitForCondition('not sent', async () => {
      const { items } = await owner.insignia.mail.list();
      return items.some(({ to, state }) => to === email && state === 'bounced');
    });
  }
});

test('an email, a bounce and an unsubscription of the release before, stored with a domain in ASCII, are found', async () => {
  const [stored, typed] = ['older@xn--r8jz45g.jp', 'older@例え.jp'];
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Old Recipient', email: typed },
  });
  const share = () => owner.api('POST', `/awards/${awardId}/share`, shared);
  const shared = { parameters: { recipients: typed, subject: 'One mail', message: 'Look' } };
  assertOk(await share());
  await instance.mailbox.waitFor(typed, /One mail/);
  await waitForCondition('sent', async () => {
    const { numAffectedRows } =
      await sql`update mails set recipient = ${stored} where recipient = ${typed} and state = 'sent'`.execute(
        instance.db,
      );
    return numAffectedRows === 1n;
  });
  assertOk(await report([{ kind: 'hard', recipient: typed, reason: 'no such user' }]));
  const bounced = sql`select 1 from mails where recipient = ${stored} and state = 'bounced'`;
  assert.equal((await bounced.execute(instance.db)).rows.length, 1);
  const isMarked = await sql`select 1 from bounced_addresses
    where address_hash = sha256(convert_to(${stored}, 'UTF8'))`.execute(instance.db);
  assert.equal(isMarked.rows.length, 1);
  assert.equal(await clearBouncedAddress(instance.db, typed), true);

  await sql`insert into suppressed_addresses
    values (${owner.accountId}, sha256(convert_to(${stored}, 'UTF8')), now())`.execute(instance.db);
  assertOk(await share());
  const { rows } = await sql`select 1 from mails where recipient = ${typed}`.execute(instance.db);
  assert.equal(rows.length, 0, 'nothing is queued');
});

test('erasing a credential removes the address from failed rows in every form', async () => {
  const email = 'gelöscht@例え.jp';
  const own = await createBadge(owner, await createIssuer(owner));
  const rows = ['gelöscht@xn--r8jz45g.jp', 'GELÖSCHT@例え.jp'].map(
    (form) => `Unï Recipient,${form},never`,
  );
  const { importId } = assertOk(
    await owner.api(
      'POST',
      `/awards/imports?badgeId=${own}`,
      ['name,email,issuedOn', ...rows, 'Other Recipient,other@例え.jp,never'].join('\n'),
      csvHeaders,
    ),
    202,
  ).body.info;
  await waitForCondition('imported', async () => {
    const { info } = (await owner.api('GET', `/awards/imports/${importId}`)).body;
    return info.finishedAt !== null;
  });
  const awardId = await issueAward(owner, own, { recipient: { name: 'Unï Recipient', email } });
  assertOk(await owner.api('DELETE', `/awards/${awardId}`));
  const left = await sql<{
    cells: string[];
  }>`select cells from import_errors where import_id = ${importId}`.execute(instance.db);
  assert.deepEqual(
    left.rows.map(({ cells }) => cells[1]),
    ['other@例え.jp'],
  );
});

test('users sign up, sign in, reset passwords and join teams with an international address', async () => {
  const [, typed = ''] = forms;
  await signUpAndConfirm(instance, 'Uni', address);
  for (const email of forms) {
    const answer = assertOk(await anyone('POST', '/api/auth/sign-in/email', { email, password }));
    assert.equal(answer.body.user.email, address);
  }
  const wrong = { email: address, password: 'something else' };
  assertRefused(await anyone('POST', '/api/auth/sign-in/email', wrong), 401, 'invalid_credentials');
  // The form of the address that better-auth stores can't be used to sign in.
  const alias = `${Buffer.from(address).toString('hex')}@address.invalid`;
  assertRefused(
    await anyone('POST', '/api/auth/sign-in/email', { email: alias, password }),
    401,
    'invalid_credentials',
  );
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: typed }));
  const link = findMailLink(
    await instance.mailbox.waitFor(address, /password/i),
    '/reset-password',
  );
  const token = new URL(link).searchParams.get('token');
  assertOk(
    await anyone('POST', '/api/auth/reset-password', { token, newPassword: 'another password' }),
  );
  const signedIn = { email: typed, password: 'another password' };
  const { headers } = assertOk(await anyone('POST', '/api/auth/sign-in/email', signedIn));
  const invited = assertOk(
    await owner.api('POST', '/members', { parameters: { email: typed, role: 'viewer' } }),
  ).body;
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  assertOk(
    await session('POST', '/members/accept', { parameters: { inviteId: invited.inviteId } }),
  );
  const { items } = assertOk(await owner.api('GET', '/members')).body;
  assert.ok(items.some(({ email }: { email: string }) => email === address));
});

test('a user and an invitation of the release before, stored with a domain in ASCII, are found in every form', async () => {
  const [stored, typed] = ['ada@xn--r8jz45g.jp', 'ada@例え.jp'];
  await signUpAndConfirm(instance, 'Ada', typed);
  await sql`update auth."user" set email = ${stored} where email = ${typed}`.execute(instance.db);
  for (const email of [stored, typed])
    assertOk(await anyone('POST', '/api/auth/sign-in/email', { email, password }));
  const again = { name: 'Ada', email: typed, password };
  assertOk(await anyone('POST', '/api/auth/sign-up/email', again));
  await instance.mailbox.waitFor(typed, /already/i);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: typed }));
  await instance.mailbox.waitFor(typed, /password/i);

  const member = await owner.api('POST', '/members', {
    parameters: { email: typed, role: 'viewer' },
  });
  await sql`update members set email = ${stored} where email = ${typed} and status = 'pending'`.execute(
    instance.db,
  );
  assertRefused(
    await owner.api('POST', '/members', { parameters: { email: typed, role: 'viewer' } }),
    400,
    'already_member',
  );
  await sql`update auth."user" set email = ${typed} where email = ${stored}`.execute(instance.db);
  const { headers } = assertOk(
    await anyone('POST', '/api/auth/sign-in/email', { email: typed, password }),
  );
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  const { inviteId } = assertOk(member).body;
  assertOk(await session('POST', '/members/accept', { parameters: { inviteId } }));
});

/** Stores an address as releases before NFKC did. */
async function storeTyped(email: string, typed: string): Promise<void> {
  await sql`update auth."user" set email = ${typed} where email = ${email}`.execute(instance.db);
  await sql`update user_addresses set email = ${typed} where email = ${email}`.execute(instance.db);
  await sql`update members set email = ${typed} where email = ${email}`.execute(instance.db);
}

async function renameUsers(): Promise<void> {
  const files = await readMigrations();
  const file = files.find(({ name }) => name === '0191_compatible_letters_of_users');
  await instance.db.write(async (trx) => {
    await sql.raw(file?.text ?? '').execute(trx);
  });
}

test('users and invitations of releases before NFKC get their addresses in full-width letters back', async () => {
  const emails = ['wide.owner@example.org', 'wide.guest@example.org', 'wide.invited@example.org'];
  const [email = '', guest = '', invited = ''] = emails;
  const toWide = (text: string) => text.replace('wide', 'ｗｉｄｅ');
  await signUpAndConfirm(instance, 'Wide', email);
  const recipient = await signInByCode(instance, guest);
  assertOk(await recipient.session('GET', '/my/addresses'));
  const parameters = { email: invited, role: 'viewer' };
  assertOk(await owner.api('POST', '/members', { parameters }));
  for (const each of emails) await storeTyped(each, toWide(each));
  const signIn = () =>
    anyone('POST', '/api/auth/sign-in/email', { email: toWide(email), password });
  assertRefused(await signIn(), 401, 'invalid_credentials');
  await renameUsers();
  await renameUsers();
  assert.equal(assertOk(await signIn()).body.user.email, email);
  assert.equal((await signInByCode(instance, guest, 1)).personId, recipient.personId);
  const { items } = assertOk(await recipient.session('GET', '/my/addresses')).body;
  assert.deepEqual(
    items.map(({ email, confirmed }: { email: string; confirmed: boolean }) => [email, confirmed]),
    [[guest, true]],
  );
  assertRefused(await owner.api('POST', '/members', { parameters }), 400, 'already_member');
});

test('of two users who get one address, a recipient is merged, and accounts stay with their owners', async () => {
  const createWide = async (local: string, create: (email: string) => Promise<unknown>) => {
    const email = `${local}@wide.example`;
    await create(email);
    await storeTyped(email, email.replace(local, local.replace('two', 'ｔｗｏ')));
    return email;
  };
  const collect = async (email: string, before = 0) => {
    const user = await signInByCode(instance, email, before);
    const fields = { parameters: { name: email } };
    assertOk(await user.session('POST', '/my/collections', fields), 201);
    return user;
  };
  const listOwn = async (personId: string) => {
    const { rows } = await sql<{ email: string; n: number }>`
      select email, (select count(*)::int from collections where person_id = u.id) as n
      from auth."user" u where id = ${personId}`.execute(instance.db);
    return rows[0] && [rows[0].email, rows[0].n];
  };
  const signUp = (email: string, before = 0) => signUpAndConfirm(instance, 'Two', email, before);
  const findId = async (email: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from auth."user" where email = ${email}`.execute(instance.db);
    return rows[0]?.id ?? '';
  };
  // Both are recipients. Two spellings, so each has a collection.
  let wide = await collect('two.a@wide.example');
  await createWide('two.a', async () => {});
  const plain = await collect('two.a@wide.example', 1);
  // The wide one has an account, and the other is a recipient.
  const owned = await createWide('two.b', signUp);
  const ownerId = await findId('ｔｗｏ.b@wide.example');
  const merged = await collect(owned);
  // Both have accounts.
  const both = await createWide('two.c', signUp);
  const stays = await findId('ｔｗｏ.c@wide.example');
  await signUp(both, 1);
  const keeps = await findId(both);
  await renameUsers();
  assert.deepEqual(await listOwn(plain.personId), ['two.a@wide.example', 2]);
  assert.equal(await listOwn(wide.personId), undefined);
  assert.deepEqual(await listOwn(ownerId), ['two.b@wide.example', 1]);
  assert.equal(await listOwn(merged.personId), undefined);
  assert.deepEqual(await listOwn(keeps), ['two.c@wide.example', 0]);
  assert.deepEqual(await listOwn(stays), ['ｔｗｏ.c@wide.example', 0]);
  assertOk(await anyone('POST', '/api/auth/sign-in/email', { email: both, password }));
  wide = await signInByCode(instance, 'two.a@wide.example', 2);
  assert.equal(wide.personId, plain.personId);
});

test('an issuer with an international address gets its code; only other such recipients see it as Reply-To', async () => {
  const email = 'büro@例え.jp';
  await createIssuer(owner, { email: 'büro@xn--r8jz45g.jp' });
  await instance.mailbox.waitFor(email, /Approve an issuer/);
  const issuer = await createIssuer(owner, { email });
  const { link } = {
    link: findMailLink(
      await instance.mailbox.waitFor(email, /Approve an issuer/, 1),
      '/verify-issuer/',
    ),
  };
  assertOk(await anyone('GET', link));
  const badge = await createBadge(owner, issuer);
  for (const to of ['plain@example.org', 'größe@例え.jp']) {
    const awardId = await issueAward(owner, badge, {
      recipient: { name: 'Unï Recipient', email: to },
    });
    assertOk(await owner.api('POST', `/awards/${awardId}/send`, { parameters: { email: to } }));
  }
  const { mail: plain } = await instance.mailbox.waitFor('plain@example.org');
  assert.equal(plain.replyTo, undefined);
  const { mail: other } = await instance.mailbox.waitFor('größe@例え.jp');
  assert.deepEqual(
    other.replyTo?.map(({ address }) => address),
    [email],
  );
});
