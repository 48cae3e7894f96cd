import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { lockReminderCursor, selectExpiring } from '../src/features/reminders/index.ts';
import { lockMailedCredential } from '../src/features/sharing/index.ts';
import { recordBounce } from '../src/platform/mail/index.ts';
import { assertOk, assertRefused } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { openTransaction } from './support/open-transaction.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { startReceiver } from './support/receiver.ts';
import {
  moveEnd,
  reminderChore,
  rewindReminders,
  runReminderChore,
  runReminders,
} from './support/reminders.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
const { db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const { badges, credentials } = owner.insignia;

let serial = 0;
const newAddress = () => `reminded-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;

async function createRemindingBadge(): Promise<string> {
  const badgeId = await createBadge(owner, issuerId);
  await badges.setReminders({ badgeId, enabled: true });
  return badgeId;
}

/** A credential whose end came within the window a few minutes ago. */
async function issueEnding(badgeId: string, days: number, email = newAddress()): Promise<string> {
  const recipient = { name: 'Ada Lovelace', email };
  const id = await issueAward(owner, badgeId, { recipient, expires: '2099-01-01' });
  await moveEnd(db, id, days);
  return id;
}

const countReminders = async (id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mails where credential_id = ${id} and kind = 'reminder'`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

test('a badge sends reminders only once they are turned on, and shows whether they are', async () => {
  const badgeId = await createBadge(owner, issuerId);
  assert.equal((await badges.reminders({ badgeId })).enabled, false);
  const id = await issueEnding(badgeId, 30);
  await runReminders(instance, 30);
  assert.equal(await countReminders(id), 0);
  assert.equal((await badges.setReminders({ badgeId, enabled: true })).enabled, true);
  assert.equal((await badges.reminders({ badgeId })).enabled, true);
  await runReminders(instance, 30);
  assert.equal(await countReminders(id), 1);
  await badges.setReminders({ badgeId, enabled: false });
  await moveEnd(db, id, 7);
  await runReminders(instance, 7);
  assert.equal(await countReminders(id), 1);
  const unknown = `/badges/${crypto.randomUUID()}/reminders`;
  assertRefused(await owner.api('GET', unknown), 404, 'badge_not_found');
  const change = { parameters: { enabled: true } };
  assertRefused(await owner.api('PUT', unknown, change), 404, 'badge_not_found');
});

test('a recipient is reminded 30 and 7 days before the end, once each, and again for a new end', async () => {
  const badgeId = await createRemindingBadge();
  const email = newAddress();
  const id = await issueEnding(badgeId, 30, email);
  await runReminders(instance, 30);
  const { mail } = await mailbox.waitFor(email, /^Your credential expires on/);
  assert.match(mail.text ?? '', /expires in 30 days/);
  assert.match(mail.text ?? '', new RegExp(`/credentials/${id}`));
  // Scanning the same hour again, or with the position set back by a restore, reminds nobody again.
  await runReminders(instance, 30);
  assert.equal(await countReminders(id), 1);
  await moveEnd(db, id, 7);
  await runReminders(instance, 7);
  await runReminders(instance, 7);
  assert.equal(await countReminders(id), 2);
  await moveEnd(db, id, 30, 3);
  await runReminders(instance, 30);
  assert.equal(await countReminders(id), 3);
});

test('20 scans at once remind 30 recipients once each', async () => {
  const badgeId = await createRemindingBadge();
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await issueEnding(badgeId, 7));
  await rewindReminders(db, 7);
  await Promise.all(Array.from({ length: 20 }, () => runReminderChore(instance, reminderChore(7))));
  for (const id of ids) assert.equal(await countReminders(id), 1);
});

test('revoked, erased and new credentials, unsubscribed and bounced addresses get no reminder', async () => {
  const badgeId = await createRemindingBadge();
  const [revoked, erased] = [await issueEnding(badgeId, 30), await issueEnding(badgeId, 30)];
  await credentials.revoke({ awardId: revoked });
  await credentials.delete({ awardId: erased });
  const fresh = await issueEnding(badgeId, 30);
  await sql`update credentials set created_at = now() where id = ${fresh}`.execute(db);
  const [leaver, gone] = [newAddress(), newAddress()];
  const left = await issueEnding(badgeId, 30, leaver);
  await credentials.send({ awardId: left, email: leaver });
  const { mail } = await mailbox.waitFor(leaver);
  const link = /https?:\/\/\S+unsubscribe\/[\w.-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'end' }) });
  const bounced = await issueEnding(badgeId, 30, gone);
  await recordBounce(
    db,
    { kind: 'hard', recipient: gone, reason: 'gone' },
    new Date(),
    lockMailedCredential,
  );
  const one = await issueEnding(badgeId, 30);
  await runReminders(instance, 30);
  for (const id of [revoked, erased, fresh, left, bounced])
    assert.equal(await countReminders(id), 0);
  assert.equal(await countReminders(one), 1);
  // A worker that was away for weeks sends the later reminder only.
  const lateAddress = newAddress();
  const late = await issueEnding(badgeId, 6, lateAddress);
  await sql`update reminder_cursors set expires = now(), id = '00000000-0000-0000-0000-000000000000'`.execute(
    db,
  );
  for (const days of [30, 7]) await runReminderChore(instance, reminderChore(days));
  assert.equal(await countReminders(late), 1);
  // And says how many days are really left.
  const reminder = await mailbox.waitFor(lateAddress, /^Your credential expires on/);
  assert.match(reminder.mail.text ?? '', /expires in 6 days/);
});

test('only endpoints that name credential.expiring and credential.expired receive them', async () => {
  const [all, named] = [await startReceiver(), await startReceiver()];
  const other = await createOwner(instance, 'pro');
  const { webhooks } = other.insignia;
  await webhooks.create({ url: all.url });
  await webhooks.create({
    url: named.url,
    events: ['credential.expiring', 'credential.expired'],
  });
  const badgeId = await createBadge(other, await createIssuer(other));
  const email = newAddress();
  const recipient = { name: 'Ada Lovelace', email };
  const id = await issueAward(other, badgeId, { recipient, expires: '2099-01-01' });
  await moveEnd(db, id, 30);
  await runReminders(instance, 30);
  await moveEnd(db, id, 0);
  await runReminders(instance, 0);
  await runReminders(instance, 0);
  await waitForCondition('both are delivered', () => named.received.length === 2);
  const bodies = named.received.map(({ body }) => JSON.parse(body));
  const [expiring, expired] = bodies.toSorted((a, b) => b.type.localeCompare(a.type));
  assert.equal(expiring.type, 'credential.expiring');
  assert.equal(expiring.data.days, 30);
  assert.deepEqual(expired.data.recipient, { name: 'Ada Lovelace', email });
  assert.equal(await countReminders(id), 0);
  assert.equal(
    all.received.some(({ body }) => /expir/.test(JSON.parse(body).type)),
    false,
  );
  await Promise.all([all.close(), named.close()]);
});

test('a reminder that is sent again names the current end, and goes to the current address', async () => {
  const badgeId = await createRemindingBadge();
  const [email, current] = [newAddress(), newAddress()];
  const awardId = await issueEnding(badgeId, 30, email);
  await runReminders(instance, 30);
  await mailbox.waitFor(email, /^Your credential expires on/);
  const mails = async () => (await owner.insignia.mail.list({ awardId })).items;
  await waitForCondition('recorded', async () => (await mails())[0]?.state === 'sent');
  await credentials.correct({ awardId, recipient: { email: current } });
  await credentials.renew({ awardId, expires: '2099-06-01' });
  const [{ mailId = '' } = {}] = await mails();
  await owner.insignia.mail.resend({ mailId });
  const { mail } = await mailbox.waitFor(current, /^Your credential expires on/);
  assert.match(mail.text ?? '', /2099/);
});

test('a renewal while the scan waits for it skips nobody who ends later', async () => {
  const badgeId = await createRemindingBadge();
  const { accountId } = owner;
  const email = newAddress();
  // Rows of reminders are counted, without their emails.
  await sql`insert into suppressed_addresses values (${accountId}, sha256(${email}::bytea), now())`.execute(
    db,
  );
  await sql`insert into credentials (id, account_id, badge_id, badge_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
    select uuid7_at(at => now()), ${accountId}, ${badgeId}, b.version, 'Ada', ${email}, 'ada', ${email},
      now() - interval '60 days', now() + interval '719 hours 50 minutes' + n * interval '1 millisecond', now() - interval '60 days'
    from badges b, generate_series(1, 501) n where b.id = ${badgeId}`.execute(db);
  await rewindReminders(db, 30);
  const { trx, commit } = await openTransaction(db);
  await sql`update credentials set expires = expires + interval '5 minutes'
    where id = (select id from credentials where badge_id = ${badgeId} order by expires offset 499 limit 1)`.execute(
    trx,
  );
  const scan = runReminderChore(instance, reminderChore(30));
  await waitUntilBlocked(db);
  await commit();
  await scan;
  const { rows } = await sql<{ n: number }>`
    select count(distinct r.credential_id)::int as n from reminders r join credentials c on c.id = r.credential_id
    where c.badge_id = ${badgeId} and r.days = 30`.execute(db);
  assert.equal(rows[0]?.n, 501);
});

test('the team gets one digest a week, from the week after reminders were turned on', async () => {
  const team = await createOwner(instance, 'pro');
  const badgeId = await createBadge(team, await createIssuer(team));
  await team.insignia.badges.setReminders({ badgeId, enabled: true });
  const id = await issueAward(team, badgeId, { expires: '2099-01-01' });
  await moveEnd(db, id, 20);
  const digest = () =>
    Promise.all(Array.from({ length: 8 }, () => runReminderChore(instance, 'reminder digests')));
  const countDigests = async () => {
    const { rows } = await sql`
      select 1 from mails where account_id = ${team.accountId} and kind = 'reminder-digest'`.execute(
      db,
    );
    return rows.length;
  };
  await digest();
  assert.equal(await countDigests(), 0);
  await sql`update reminder_settings set enabled_at = now() - interval '14 days' where badge_id = ${badgeId}`.execute(
    db,
  );
  await digest();
  await digest();
  const { mail } = await mailbox.waitFor(team.email, /^1 credential expires in the next 30 days/);
  assert.match(mail.text ?? '', /Poet of Science: 1 credential/);
  assert.equal(await countDigests(), 1);
  await sql`update reminder_digests set week = week - 7 where account_id = ${team.accountId}`.execute(
    db,
  );
  await digest();
  assert.equal(await countDigests(), 2);
  // The team's list of emails doesn't show a new sign-in address.
  const next = `private-${team.email}`;
  await sql`update auth."user" set email = ${next} where id = ${team.personId}`.execute(db);
  await sql`update reminder_digests set week = week - 7 where account_id = ${team.accountId}`.execute(
    db,
  );
  await digest();
  await mailbox.waitFor(next, /^1 credential expires in the next 30 days/);
  assert.equal(await countDigests(), 2);
  // Credentials of a closed issuer are reminded by the installation that it moved to.
  await sql`update issuers set closed_at = now() where account_id = ${team.accountId}`.execute(db);
  await sql`update reminder_digests set week = week - 7 where account_id = ${team.accountId}`.execute(
    db,
  );
  await digest();
  assert.equal(await countDigests(), 2);
});

test('windows have the same length in every time zone, and a clock set back moves nothing', async () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Chatham'])
    await db.write(async (trx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(trx);
      for (const days of [30, 7]) {
        const { until } = await lockReminderCursor(trx, days);
        const { rows } = await sql<{ hours: number }>`
          select extract(epoch from ${until}::timestamptz - now())::int / 3600 as hours`.execute(
          trx,
        );
        assert.equal(rows[0]?.hours, 24 * days, zone);
      }
    });
  await sql`update reminder_cursors set expires = now() + interval '900 hours'`.execute(db);
  await runReminderChore(instance, reminderChore(30));
  const { rows } = await sql`
    select 1 from reminder_cursors where days = 30 and expires > now() + interval '890 hours'`.execute(
    db,
  );
  assert.equal(rows.length, 1);
  await rewindReminders(db, 30);
});

test('the scan follows the index of end dates, however many credentials there are', async () => {
  const badgeId = await createRemindingBadge();
  await db
    .write(async (trx) => {
      await sql`insert into credentials (id, account_id, badge_id, badge_version, recipient_name, recipient_email, name_search, email_search, issued_on, expires, created_at)
      select uuid7_at(at => now()), ${owner.accountId}, ${badgeId}, b.version, 'Ada', 'ada@example.org', 'ada', 'ada@example.org',
        now() - interval '60 days', now() + n * interval '5 minutes', now() - interval '60 days'
      from badges b, generate_series(1, 20000) n where b.id = ${badgeId}`.execute(trx);
      await sql`analyze credentials`.execute(trx);
      const cursor = await lockReminderCursor(trx, 30);
      const window = { days: 30, nextDays: 7, event: 'credential.expiring' };
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${selectExpiring(cursor, window, 500)}`.execute(trx);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Index Scan using credentials_expiring/);
      assert.doesNotMatch(plan, /Seq Scan on credentials|Sort Key/);
      throw new Error('rolled back');
    })
    .catch((error: Error) => assert.equal(error.message, 'rolled back', error.stack));
  assertOk(await owner.api('GET', `/badges/${badgeId}/reminders`));
});
