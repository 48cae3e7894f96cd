import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import type { ReceivedEmail } from './support/mailbox.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  signUpAndConfirm,
} from './support/people.ts';
import { csvHeaders } from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ RATE_LIMIT: 'on' });

const invite = (api: SendRequest, email: string, headers?: Record<string, string>) =>
  api('POST', '/members', { parameters: { email, role: 'viewer' } }, headers);
const mails = async (kinds: string[], { accountId }: Owner) =>
  (
    await sql`select 1 from mails where account_id = ${accountId} and kind = any(${kinds})`.execute(
      instance.db,
    )
  ).rows.length;

/** Sends invitations, or issuer codes, until refused. */
async function relay({ api }: Owner, tag: string, what: 'member' | 'issuer'): Promise<void> {
  for (let n = 0; n < 200; n++) {
    const email = `${tag}-${n}@strangers.example`;
    const name = { name: `Relay ${tag}`, url: 'https://x.example', email };
    const response =
      what === 'member'
        ? await invite(api, email)
        : await api('POST', '/issuers', { parameters: name });
    if (response.status === 429) return assertRefused(response, 429, 'too_many_requests');
    const { memberId, issuerId } = assertOk(response).body;
    const path = what === 'member' ? `/members/${memberId}` : `/issuers/${idFromUrl(issuerId)}`;
    assertOk(await api('DELETE', path));
  }
  assert.fail('it was never refused');
}

test('creating and deleting members and issuers in a loop, even concurrently, emails exactly the plan’s hourly strangers', async () => {
  for (const [plan, limit] of [
    ['free', 10],
    ['pro', 60],
  ] as const) {
    const owner = await createOwner(instance, plan);
    const each = plan === 'free' ? 1 : 6;
    await Promise.all(
      Array.from({ length: each }, (_, n) => [
        relay(owner, `m${n}`, 'member'),
        ...(n < 3 ? [relay(owner, `i${n}`, 'issuer')] : []),
      ]).flat(),
    );
    assert.equal(await mails(['invitation', 'issuer-code'], owner), limit);
  }
  assertOk(await invite((await createOwner(instance)).api, 'm0-0@strangers.example'));
});

test('the limit outlives the account: deleting and creating it again does not reset it', async () => {
  const owner = await createOwner(instance);
  await relay(owner, 'again', 'member');
  assertOk(await owner.session('DELETE', '/account'));
  const { cookie } = await signUpAndConfirm(instance, 'Once More', owner.email, 1);
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  assertRefused(await invite(session, 'fresh@strangers.example'), 429, 'too_many_requests');
});

test('one account cannot use up the emails that others may send to a mailbox', async () => {
  const [one, other] = [await createOwner(instance), await createOwner(instance)];
  const again = async (n: number) => {
    const response = await invite(one.api, `Wanted+${n}@strangers.example`);
    if (response.status === 200)
      await one.insignia.members.remove({ memberId: response.body.memberId });
    return response.status;
  };
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push(await again(n));
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assertOk(await invite(one.api, 'else@strangers.example'));
  assertOk(await invite(other.api, 'wanted@strangers.example'));
});

test('invitations and codes count toward the daily emails, and refused or repeated ones do not', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const id = idFromUrl(
    assertOk(await owner.api('POST', '/awards', createAwardBodyFor(badgeId))).body.info.awardId,
  );
  const share = (count: number, tag: string) => {
    const to = Array.from({ length: count }, (_, n) => `${tag}-${n}@friends.example`);
    const words = { subject: 'Look', message: 'At this', recipients: to.join(',') };
    return owner.api('POST', `/awards/${id}/share`, { parameters: words });
  };
  for (let n = 0; n < 9; n++) assertOk(await share(50, `s${n}`));
  assertOk(await share(47, 'rest'));
  const issuer = { name: 'Other', url: 'https://x.example', email: 'code@strangers.example' };
  const { issuerId } = await owner.insignia.issuers.create(issuer);
  const tries = await Promise.all(Array.from({ length: 5 }, (_, n) => share(50, `big${n}`)));
  for (const answer of tries) assertRefused(answer, 429, 'too_many_requests');
  const once = () => invite(owner.api, 'guest@strangers.example', { 'idempotency-key': 'one' });
  const responses = await Promise.all(Array.from({ length: 15 }, once));
  const { memberId } = assertOk(responses[0] ?? assert.fail()).body;
  for (const answer of responses) assert.equal(assertOk(answer).body.memberId, memberId);
  assertRefused(await invite(owner.api, 'seat@strangers.example'), 400, 'seat_limit_reached');
  // In files of corrections, rows count that change and are emailed. Two files compete for one email.
  const others = await Promise.all([1, 2].map(() => issueAward(owner, badgeId)));
  const correct = async (awardId: string, email: string) => {
    const csv = `id,email\n${awardId},${email}\n${id},\n`;
    const path = `/awards/imports?badgeId=${badgeId}&send=true`;
    const { importId } = assertOk(await owner.api('POST', path, csv, csvHeaders), 202).body.info;
    const read = () => owner.insignia.imports.get({ importId });
    await waitForCondition('it has ended', async () => (await read()).finishedAt !== null);
    return read();
  };
  const reports = await Promise.all(
    others.map((awardId, n) => correct(awardId, `corrected-${n}@friends.example`)),
  );
  const sum = (field: 'corrected' | 'skipped' | 'failed') =>
    reports.reduce((total, report) => total + report[field], 0);
  assert.deepEqual([sum('corrected'), sum('failed'), sum('skipped')], [1, 1, 2]);
  const [error] = reports.flatMap(({ errors }) => errors);
  assert.match(error?.message ?? '', /^emails of today are used up/);
  await owner.insignia.members.remove({ memberId });
  for (const answer of [
    await invite(owner.api, 'late@strangers.example'),
    await owner.api('POST', `/issuers/${idFromUrl(issuerId)}/rotate-code`),
    await share(1, 'late'),
  ])
    assertRefused(answer, 429, 'too_many_requests');
  const kinds = ['share', 'invitation', 'issuer-code', 'credential'];
  assert.equal(await mails(kinds, owner), 500);
});

test('names in emails to strangers lose links, hosts and line breaks; sign-up emails contain no name', async () => {
  const name = 'Win at https://evil.example/x or evil.example/y or 1.2.3.4/login';
  const email = 'mallory@strangers.example';
  const { cookie } = await signUpAndConfirm(instance, name, email);
  const session = createTestClient(instance.url, { cookie, origin: instance.url });
  assertOk(await invite(session, 'invited@strangers.example'));
  const issuer = { name, url: 'https://evil.example', email: 'registrar@strangers.example' };
  assertOk(await session('POST', '/issuers', { parameters: issuer }));
  const received = await Promise.all([
    instance.mailbox.waitFor('invited@strangers.example'),
    instance.mailbox.waitFor('registrar@strangers.example'),
  ]);
  const getTexts = ({ mail }: ReceivedEmail) =>
    [mail.subject, mail.text, mail.html, mail.from?.name].join('\n');
  for (const mail of received) {
    assert.doesNotMatch(getTexts(mail), /evil\.example|1\.2\.3\.4/);
    assert.match(getTexts(mail), /Win at or evil example\/y or 1 2 3 4\/login/);
  }
  const confirmation = await instance.mailbox.waitFor(email, /Confirm/);
  assert.doesNotMatch(getTexts(confirmation), /evil|Win at/);
});
