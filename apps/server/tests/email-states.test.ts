import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { registerCredentialsWork } from '../src/features/credentials/index.ts';
import { lockMailedCredential } from '../src/features/sharing/index.ts';
import { firstIdAt } from '../src/kernel/id.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { recordBounce } from '../src/platform/mail/index.ts';
import { assertOk, assertRefused } from './support/client.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const { insignia } = owner;

const buildAddress = (name: string) => `${name}@states.example`;
const issue = (name: string) =>
  issueAward(owner, badgeId, {
    recipient: { name: `${name} Recipient`, email: buildAddress(name) },
  });
const send = (awardId: string, name: string) =>
  insignia.credentials.send({ awardId, email: buildAddress(name) });
const readStatus = async (awardId: string) =>
  (await insignia.credentials.get({ awardId })).emailStatus;
const waitForStatus = (awardId: string, status: string) =>
  waitForCondition(status, async () => (await readStatus(awardId)) === status);
const listNames = async (filter: object) => {
  const { awards } = await insignia.credentials.list({ filter: JSON.stringify(filter) });
  return awards.map(({ recipient }) => recipient.name.split(' ')[0]).toSorted();
};
const waitForJob = async ({ jobId }: { jobId: string }) => {
  const get = () => insignia.jobs.get({ jobId });
  await waitForCondition('the job has ended', async () => (await get()).finishedAt !== null);
  const { total, done, skipped } = await get();
  return [total, done, skipped];
};
const receivedBy = (name: string) =>
  instance.mailbox.received.filter(({ to }) => to[0] === buildAddress(name)).length;

test('the email status follows the last email to the recipient, and lists filter by it', async () => {
  const none = await issue('none');
  const arrived = await issue('arrived');
  const bouncing = await issue('gone');
  instance.mailbox.unknown.add(buildAddress('gone'));
  await send(arrived, 'arrived');
  await send(bouncing, 'gone');
  await insignia.credentials.send({ awardId: none, email: buildAddress('colleague') });
  await instance.mailbox.waitFor(buildAddress('arrived'));
  await instance.mailbox.waitFor(buildAddress('colleague'));
  await waitForStatus(bouncing, 'bounced');
  await instance.waitForInvalidation();
  assert.equal(await readStatus(none), 'not_emailed', 'a forwarded email is not for the recipient');
  assert.equal(await readStatus(arrived), 'emailed');
  for (const state of [undefined, 'valid'])
    for (const badge of [undefined, badgeId]) {
      const also = { ...(state && { state }), ...(badge && { badgeId: badge }) };
      assert.deepEqual(await listNames({ emailStatus: 'not_emailed', ...also }), ['none']);
      assert.deepEqual(await listNames({ emailStatus: 'emailed', ...also }), ['arrived']);
      assert.deepEqual(await listNames({ emailStatus: 'bounced', ...also }), ['gone']);
    }
  assert.deepEqual(await listNames({ emailStatus: 'bounced', state: 'revoked' }), []);
  assert.deepEqual(await listNames({ emailStatus: 'bounced', search: 'gone' }), ['gone']);
  assert.deepEqual(await listNames({ emailStatus: 'emailed', search: 'gone' }), []);
  const counted = await insignia.credentials.count({ filter: { emailStatus: 'emailed' } });
  assert.deepEqual(counted, { count: 1, isMore: false });
  const valid = { emailStatus: 'emailed', state: 'valid' } as const;
  assert.equal((await insignia.credentials.count({ filter: valid })).count, 1);
  assert.deepEqual(await insignia.credentials.count({ filter: valid, unreachable: 'true' }), {
    ...{ count: 1, isMore: false, unreachable: 0 },
  });
  assertRefused(
    await owner.api('GET', '/awards?filter={"emailStatus":"sent"}'),
    400,
    'invalid_request',
  );

  instance.mailbox.unknown.delete(buildAddress('gone'));
  const { items } = await insignia.mail.list({ awardId: bouncing });
  await insignia.mail.resend({ mailId: items[0]?.mailId ?? '' });
  await waitForStatus(bouncing, 'emailed');
});

test('an email that failed or reached only a file leaves a credential not emailed, unless an earlier one was accepted', async () => {
  const { db } = instance;
  const once = await issue('failed');
  const twice = await issue('accepted');
  await send(twice, 'accepted');
  await instance.mailbox.waitFor(buildAddress('accepted'));
  await waitForCondition(
    'recorded',
    async () => (await insignia.credentials.get({ awardId: twice })).delivery === 'sent',
  );
  const record = (awardId: string, change: string) =>
    sql`update mails set ${sql.raw(change)} where id = (
      select id from mails where credential_id = ${awardId} order by id desc limit 1)`.execute(db);
  await send(once, 'failed');
  await send(twice, 'accepted');
  await instance.mailbox.waitFor(buildAddress('failed'));
  await instance.mailbox.waitFor(buildAddress('accepted'), /./, 1);
  for (const awardId of [once, twice])
    await waitForCondition(
      'recorded',
      async () => (await insignia.credentials.get({ awardId })).delivery === 'sent',
    );
  for (const change of ["state = 'failed'", "state = 'sent', handed_to = 'file'"]) {
    await record(once, change);
    await record(twice, change);
    assert.equal(await readStatus(once), 'not_emailed', change);
    assert.equal(await readStatus(twice), 'emailed', change);
  }
  await record(twice, "state = 'bounced'");
  assert.equal(await readStatus(twice), 'bounced');
  // A late report about an earlier email changes nothing.
  await sql`update mails set state = 'bounced' where credential_id = ${twice}`.execute(db);
  await record(twice, "state = 'sent', handed_to = 'server'");
  await sql`update mails set state = 'bounced' where id = (
    select id from mails where credential_id = ${twice} order by id limit 1)`.execute(db);
  assert.equal(await readStatus(twice), 'emailed');
});

test('the last email decides, although the process that queued it has a clock behind', async () => {
  const awardId = await issue('behind');
  await send(awardId, 'behind');
  await waitForCondition(
    'accepted',
    async () => (await insignia.credentials.get({ awardId })).deliveryStatus === 'accepted',
  );
  // The id that a process 4 s ahead would have made.
  const id = firstIdAt(new Date(Date.now() + 4_000));
  await sql`update mails set id = ${id} where credential_id = ${awardId}`.execute(instance.db);
  instance.mailbox.unknown.add(buildAddress('behind'));
  await send(awardId, 'behind');
  await waitForStatus(awardId, 'bounced');
  const { delivery, deliveryStatus } = await insignia.credentials.get({ awardId });
  assert.deepEqual([delivery, deliveryStatus], ['bounced', 'bounced']);
  for (const email of ['ahead', 'behind'].map(buildAddress))
    await insignia.credentials.correct({ awardId, recipient: { email } });
  assert.equal(await readStatus(awardId), 'bounced', 'moved away and back');
});

test('the email status stays right once emails are no longer kept', async () => {
  const { db } = instance;
  const names = ['kept', 'resent', 'moved'];
  const ids = await Promise.all(names.map(issue));
  const forwarded = await issue('forwarded');
  await send(forwarded, 'colleague');
  const all = [...ids, forwarded];
  const [unchanged = '', resent = '', moved = ''] = ids;
  for (const [n, name] of names.entries()) await send(ids[n] ?? '', name);
  for (const awardId of all)
    await waitForCondition(
      'accepted',
      async () => (await insignia.credentials.get({ awardId })).deliveryStatus === 'accepted',
    );
  const [old] = (await insignia.mail.list({ awardId: unchanged })).items;
  await sql`update events set created_at = now() - interval '120 days' where credential_id = any(${all}::uuid[])`.execute(
    db,
  );
  await sql`delete from mails where credential_id = any(${all}::uuid[])`.execute(db);
  for (const name of names) {
    const filter = { emailStatus: 'emailed', search: `${name} Recipient` };
    assert.deepEqual(await listNames(filter), [name]);
  }
  // A late report about an email that is gone changes nothing.
  const report = { kind: 'hard', mailId: old?.mailId, once: true, reason: 'gone' } as const;
  assert.deepEqual(await recordBounce(db, report, new Date(), lockMailedCredential), {
    bounced: false,
    suppressed: false,
  });
  assert.equal(await readStatus(unchanged), 'emailed');
  assert.deepEqual(await waitForJob(await insignia.credentials.sendMany({ awardIds: ids })), [
    ...[3, 0, 3],
  ]);
  // Sent again, but it failed: the earlier one was accepted.
  instance.mailbox.refuse({ code: 451, message: 'later' });
  await send(resent, 'resent');
  assert.equal(await readStatus(resent), 'emailed');
  await sql`update mails set state = 'failed' where credential_id = ${resent}`.execute(db);
  // An email that was forwarded before doesn't count.
  await send(forwarded, 'forwarded');
  await sql`update mails set state = 'failed' where credential_id = ${forwarded}`.execute(db);
  assert.equal(await readStatus(forwarded), 'not_emailed');
  await sql`delete from mails where credential_id = ${forwarded}`.execute(db);
  for (const name of ['away', 'forwarded'])
    await insignia.credentials.correct({
      awardId: forwarded,
      recipient: { email: buildAddress(name) },
    });
  assert.equal(await readStatus(forwarded), 'not_emailed');
  instance.mailbox.refuse(undefined);
  assert.equal(await readStatus(resent), 'emailed');
  await sql`delete from mails where credential_id = ${resent}`.execute(db);
  // Moved to another address and back.
  await insignia.credentials.correct({
    awardId: moved,
    recipient: { email: buildAddress('away') },
  });
  assert.equal(await readStatus(moved), 'not_emailed');
  await insignia.credentials.correct({
    awardId: moved,
    recipient: { email: buildAddress('moved') },
  });
  assert.equal(await readStatus(moved), 'emailed');
});

test('bulk email skips recipients who were already emailed, also in concurrent jobs, unless requested', async () => {
  const names = ['first', 'second', 'third'];
  const ids = await Promise.all(names.map(issue));
  await send(ids[0] ?? '', 'first');
  const jobs = await runConcurrently(4, () => insignia.credentials.sendMany({ awardIds: ids }));
  const results = await Promise.all(jobs.map(waitForJob));
  assert.equal(
    results.reduce((sum, [, done = 0]) => sum + done, 0),
    2,
  );
  assert.ok(results.every(([total, done = 0, skipped = 0]) => total === 3 && done + skipped === 3));
  for (const name of names) await instance.mailbox.waitFor(buildAddress(name));
  await waitForCondition('all', async () => names.every((name) => receivedBy(name) === 1));
  const filter = { emailStatus: 'not_emailed', search: 'first' } as const;
  assert.deepEqual(await waitForJob(await insignia.credentials.sendMany({ filter })), [0, 0, 0]);
  const again = await insignia.credentials.sendMany({ awardIds: ids, onEmailed: 'send' });
  assert.deepEqual(await waitForJob(again), [3, 3, 0]);
  for (const name of names) await instance.mailbox.waitFor(buildAddress(name), /./, 1);
});

test('an import reports whom it emailed, and a job emails the others', async () => {
  const rows = ['ines', 'ivan', 'iris'].map(
    (name) => `${name} Import,${buildAddress(name)},2026-01-01`,
  );
  const file = `name,email,issuedOn\n${rows.join('\n')}\n`;
  const { importId } = await insignia.imports.create({ badgeId, file });
  const readImport = () => insignia.imports.get({ importId });
  await waitForCondition('imported', async () => (await readImport()).finishedAt !== null);
  assert.deepEqual(pickCounts(await readImport()), [3, 0, 3]);
  const stranger = await createOwner(instance);
  for (const [who, id] of [
    [stranger, importId],
    [owner, 'nonsense'],
  ] as const)
    assertRefused(
      await who.api('POST', '/awards/send', { parameters: { importId: id } }),
      404,
      'import_not_found',
    );
  const { awards } = await insignia.credentials.list({ filter: '{"search":"Import"}' });
  await insignia.credentials.revoke({ awardId: awards[0]?.id ?? '' });
  assert.deepEqual(pickCounts(await readImport()), [3, 0, 2]);
  assert.deepEqual(await waitForJob(await insignia.credentials.sendMany({ importId })), [3, 2, 1]);
  assert.deepEqual(pickCounts(await readImport()), [3, 2, 0]);
  const mailed = await insignia.imports.create({ badgeId, file, send: true });
  const readMailed = () => insignia.imports.get(mailed);
  await waitForCondition('imported', async () => (await readMailed()).finishedAt !== null);
  assert.deepEqual(pickCounts(await readMailed()), [3, 3, 0]);
});

const pickCounts = ({
  issued,
  emailed,
  notEmailed,
}: Record<'issued' | 'emailed' | 'notEmailed', number>) => [issued, emailed, notEmailed];

test('credentials emailed before the state was recorded get it from their last email or their history', async () => {
  const { db } = instance;
  const before = await sql<{ id: string; state: number }>`
    select id, email_state as state from credentials where account_id = ${owner.accountId} order by id`.execute(
    db,
  );
  const earlier = await issue('history');
  await sql`insert into events (id, account_id, credential_id, type, data, created_at)
    select uuid7_at(now()), account_id, id, 'credential.delivered', '{}', now() from credentials where id = ${earlier}`.execute(
    db,
  );
  await sql`update credentials set email_state = 0 where account_id = ${owner.accountId}`.execute(
    db,
  );
  await sql`delete from settings where name = 'email_states_after'`.execute(db);
  const { chores } = collectWork((work) =>
    registerCredentialsWork(work, { clock: () => new Date() }),
  );
  const chore = chores.find(({ name }) => name === 'email states');
  await waitForCondition(
    'filled in',
    async () => (await db.write(async (trx) => chore?.run(trx))) === undefined,
  );
  const after = await sql<{ id: string; state: number }>`
    select id, email_state as state from credentials
    where account_id = ${owner.accountId} and id <> ${earlier} order by id`.execute(db);
  const differing = before.rows.filter(({ state }, n) => state !== after.rows[n]?.state);
  assert.deepEqual(differing, []);
  assert.equal(await readStatus(earlier), 'emailed');
  assertOk(await owner.api('GET', '/awards'));
});

test('onDuplicate=skip issues once to a recipient, also when many ask at once, and returns the existing credential', async () => {
  const other = await createBadge(owner, await createIssuer(owner));
  const body = (email: string, badge = badgeId) => ({
    ...{ badgeId: badge, recipient: { name: 'Dora Double', email }, issuedOn: '2026-01-01' },
    onDuplicate: 'skip' as const,
  });
  const email = 'dora@duplicates.example';
  const all = await runConcurrently(20, (n) =>
    insignia.credentials.issue(body(n % 2 ? email : email.toUpperCase())),
  );
  const results = all.filter(({ skipped }) => !skipped);
  assert.equal(results.length, 1);
  assert.deepEqual(new Set(all.map(({ awardId }) => awardId)).size, 1);
  const count = async () =>
    (await insignia.credentials.count({ filter: { search: email, searchField: 'email' } })).count;
  assert.equal(await count(), 1);

  const idempotencyKey = 'duplicates-1';
  const first = await insignia.credentials.issue(body('new@duplicates.example'), {
    idempotencyKey,
  });
  const again = await insignia.credentials.issue(body('new@duplicates.example'), {
    idempotencyKey,
  });
  assert.deepEqual([first.skipped, again], [undefined, first], 'a repeated request is replayed');
  const skipped = await insignia.credentials.issue(body('new@duplicates.example'));
  assert.deepEqual(skipped, { ...first, skipped: true });

  assert.equal((await insignia.credentials.issue(body(email, other))).skipped, undefined);
  assert.equal(
    (await insignia.credentials.issue({ ...body(email), onDuplicate: 'issue' })).skipped,
    undefined,
  );
  assert.equal(
    (await insignia.credentials.issue({ ...body(email), onDuplicate: undefined })).skipped,
    undefined,
  );
  await insignia.credentials.revoke({ awardId: first.awardId });
  const reissued = await insignia.credentials.issue(body('new@duplicates.example'));
  assert.equal(reissued.skipped, undefined, 'a revoked credential is no duplicate');
  assertRefused(
    await owner.api('POST', '/awards', { parameters: { ...body(email), onDuplicate: 'replace' } }),
    400,
    'invalid_request',
    'onDuplicate',
  );
  assertRefused(
    await owner.api('POST', '/awards', { parameters: { ...body(email), attributes: { No: '1' } } }),
    400,
    'invalid_request',
    'attributes.No',
  );
  assertRefused(
    await owner.api('POST', '/awards', { parameters: body(email, 'nonsense') }),
    404,
    'badge_not_found',
  );
});
