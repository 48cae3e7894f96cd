import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const token = instance.config.mailBounceToken;
const anyone = createTestClient(instance.url);
const report = (bounces: object[]) => anyone('POST', `/mail/bounces/${token}`, { bounces });

let owner: Owner;
let badgeId: string;
before(async () => {
  owner = await createOwner(instance);
  badgeId = await createBadge(owner, await createIssuer(owner));
});

type Mail = { mailId: string; state: string; lastError: string | null };
const mailsTo = async (to: string): Promise<Mail[]> =>
  (await owner.insignia.mail.list()).items.filter((each: { to: string }) => each.to === to);

/** An emailed credential and its email. */
async function mailed(email: string): Promise<Mail> {
  const before = (await mailsTo(email)).length;
  const id = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  await owner.insignia.credentials.send({ awardId: id, email });
  let mails: Mail[] = [];
  await waitForCondition('not queued', async () => {
    mails = await mailsTo(email);
    return mails.length > before && mails[0]?.state !== 'queued';
  });
  return mails[0] as Mail;
}

test('a bounced address gets no more unsolicited email from any account', async () => {
  const email = 'Gone@example.org';
  const { mailId, state } = await mailed(email);
  assert.equal(state, 'sent');
  const bounce = {
    kind: 'hard',
    messageId: `<${mailId}@127.0.0.1>`,
    reason: '550 5.1.1 no such user',
  };
  assert.deepEqual(assertOk(await report([bounce])).body, {
    received: 1,
    bounced: 1,
    suppressed: 1,
  });
  assert.deepEqual(assertOk(await report([bounce])).body, {
    received: 1,
    bounced: 0,
    suppressed: 0,
  });
  const [mail] = await mailsTo(email);
  assert.deepEqual([mail?.state, mail?.lastError], ['bounced', '550 5.1.1 no such user']);
  const next = await mailed(email.toLowerCase());
  assert.equal(next.state, 'bounced');
  assert.match(next.lastError ?? '', /^not sent: emails to this address have bounced/);
  assert.equal(
    instance.mailbox.received.filter(({ to }) => to.includes('gone@example.org')).length,
    0,
  );
});

test('a refused email does not suppress its address; a complaint does, and its email stays sent', async () => {
  const refusedMail = await mailed('full@example.org');
  const full = { kind: 'refused', recipient: 'FULL@example.org', reason: 'mailbox full' };
  assert.deepEqual(assertOk(await report([full])).body, { received: 1, bounced: 1, suppressed: 0 });
  assert.equal((await mailsTo('full@example.org'))[0]?.mailId, refusedMail.mailId);
  assert.equal((await mailed('full@example.org')).state, 'sent');

  await mailed('angry@example.org');
  const spam = { kind: 'complaint', recipient: 'angry@example.org' };
  assert.deepEqual(assertOk(await report([spam])).body, { received: 1, bounced: 0, suppressed: 1 });
  assert.equal((await mailsTo('angry@example.org'))[0]?.state, 'sent');
  assert.match((await mailed('angry@example.org')).lastError ?? '', /marked an email as spam/);
});

test('an email that a user requests is sent even to a suppressed address', async () => {
  assertOk(await report([{ kind: 'hard', recipient: owner.email }]));
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: owner.email }));
  await instance.mailbox.waitFor(owner.email, /Reset/);
});

test('a permanent mailbox error suppresses the address, and a policy error does not', async () => {
  instance.mailbox.refuse({ code: 550, message: '5.1.1 no such user' });
  assert.equal((await mailed('none@example.org')).state, 'bounced');
  instance.mailbox.refuse({ code: 550, message: '5.7.1 not today' });
  assert.equal((await mailed('policy@example.org')).state, 'bounced');
  instance.mailbox.refuse(undefined);
  assert.match((await mailed('none@example.org')).lastError ?? '', /^not sent/);
  assert.equal((await mailed('policy@example.org')).state, 'sent');
});

test('stored bounces contain no address, and Amazon’s text is read as JSON', async () => {
  const ses = {
    notificationType: 'Bounce',
    mail: {},
    bounce: {
      bounceType: 'Permanent',
      bouncedRecipients: [{ emailAddress: 'amazon@example.org' }],
    },
  };
  const answer = await anyone(
    'POST',
    `/mail/bounces/${token}`,
    JSON.stringify({ Type: 'Notification', Message: JSON.stringify(ses) }),
    { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
  );
  assert.deepEqual(assertOk(answer).body, { received: 1, bounced: 0, suppressed: 1 });
  const { rows } = await sql<{ row: string }>`
    select b::text as row from bounced_addresses b`.execute(instance.db);
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes('@')));
});

test('a bounce report without the token or in an unknown format is refused', async () => {
  for (const wrong of [`${token}x`, 'x'])
    assertRefused(
      await anyone('POST', `/mail/bounces/${wrong}`, { bounces: [] }),
      404,
      'not_found',
    );
  assertRefused(
    await anyone('POST', `/mail/bounces/${token}`, { hello: 1 }),
    400,
    'invalid_request',
    'body',
  );
});

test('a bounce is reported and its address released on the command line', async () => {
  const home = (await createTemporaryDirectory()).path;
  const insignia = async (args: string[], input = '') =>
    JSON.parse(
      assertSucceeded(
        await runCommand(home, [...args, '--json'], { input, env: getInstanceSettings(instance) }),
      ),
    );
  const { mailId } = await mailed('moved@example.org');
  const findMark = (to: string): string =>
    instance.mailbox.received
      .findLast((each) => each.to.includes(to))
      ?.mail.headers.find(({ key }) => key === 'insignia-mark')?.value ?? '';
  const buildReport = (id: string, ...more: string[]): string =>
    [
      'Content-Type: multipart/report; boundary="B"',
      '',
      '--B',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mail.example.org',
      '',
      // The named address isn't trusted: the email determines the recipient.
      'Final-Recipient: rfc822; innocent@example.org',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--B',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: <${id}@127.0.0.1>`,
      ...more,
      '',
      '--B--',
    ].join('\r\n');
  const returned = buildReport(mailId);
  const result = await insignia(['mail', 'bounces'], returned);
  assert.deepEqual(result, { why: 'came back', bounced: true, suppressed: false });
  const forged = returned.replace(mailId, mailId.replaceAll(/\w/g, '0'));
  const nothing = { why: 'came back', bounced: false, suppressed: false };
  assert.deepEqual(await insignia(['mail', 'bounces'], forged), nothing);
  assert.equal((await mailed('innocent@example.org')).state, 'sent');
  // Nothing is recorded against that recipient either: accounts know their email ids, and anyone
  // can write to a mailbox.
  assert.equal((await mailed('moved@example.org')).state, 'sent');
  // Another email's mark doesn't help. With its own, the report is trusted.
  const last = await mailed('moved@example.org');
  const mark = `Insignia-Mark: ${findMark('moved@example.org')}`;
  await mailed('elsewhere@example.org');
  const others = `Insignia-Mark: ${findMark('elsewhere@example.org')}`;
  const { mailId: third } = await mailed('third@example.org');
  assert.deepEqual(await insignia(['mail', 'bounces'], buildReport(third, others)), {
    ...{ why: 'came back', bounced: true, suppressed: false },
  });
  assert.deepEqual(await insignia(['mail', 'bounces'], buildReport(last.mailId, mark)), {
    ...{ why: 'came back', bounced: true, suppressed: true },
  });
  assert.equal((await mailed('moved@example.org')).state, 'bounced');
  // For a long message, reports how much was read.
  const long = `Subject: Holidays\r\n\r\n${'I am away.\r\n'.repeat(100_000)}`;
  const lookedAt = long.split('\n', 4_000).join('\n').length + 1;
  const unread = { why: 'no report', bounced: false, suppressed: false, lookedAt };
  assert.deepEqual(await insignia(['mail', 'bounces'], long), unread);
  const inWords = await runCommand(home, ['mail', 'bounces'], {
    ...{ input: long, env: getInstanceSettings(instance) },
  });
  assert.match(assertSucceeded(inWords), /Not a bounce report\nOnly the first \d+ bytes were read/);
  const { addresses } = await insignia(['mail', 'bounced']);
  assert.equal(addresses[0].address, 'moved@example.org');
  await insignia(['mail', 'release', 'moved@example.org']);
  assert.equal((await mailed('moved@example.org')).state, 'sent');
  // Reports count once: a replayed one doesn't affect a released address.
  assert.deepEqual(await insignia(['mail', 'bounces'], buildReport(last.mailId, mark)), nothing);
  assert.equal((await mailed('moved@example.org')).state, 'sent');
  const again = await runCommand(home, ['mail', 'release', 'moved@example.org'], {
    env: getInstanceSettings(instance),
  });
  assert.equal(again.code, 4);
});

test('results wait for a change of the credential without locking the email, which the change locks next', async () => {
  const { db, mailbox } = instance;
  /** Runs while a change has locked the email's credential, and hasn't locked the email yet. */
  const duringChange = <T>(mailId: string, act: () => Promise<T>) =>
    db.write(
      async (trx) => {
        await sql`select from credentials where id = (select credential_id from mails where id = ${mailId})
          for update`.execute(trx);
        const result = act();
        await waitUntilBlocked(db);
        await sql`select from mails where id = ${mailId} for update nowait`.execute(trx);
        return { result };
      },
      { retry: false },
    );
  const { mailId } = await mailed('changed@example.org');
  const full = { kind: 'refused', messageId: `<${mailId}@127.0.0.1>`, reason: 'mailbox full' };
  const { result } = await duringChange(mailId, () => report([full]));
  assert.equal(assertOk(await result).body.bounced, 1);

  const email = 'refused@example.org';
  mailbox.refuse({ code: 451, message: 'later' });
  const id = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  await owner.insignia.credentials.send({ awardId: id, email });
  await waitForCondition(
    'one attempt failed',
    async () => (await mailsTo(email))[0]?.lastError !== null,
  );
  const [queued] = await mailsTo(email);
  mailbox.refuse({ code: 550, message: 'never' });
  await duringChange(queued?.mailId ?? '', () =>
    sql`update jobs set run_at = now() where id = ${queued?.mailId}`.execute(db),
  );
  await waitForCondition('refused', async () => (await mailsTo(email))[0]?.state === 'bounced');
  mailbox.refuse(undefined);
});
