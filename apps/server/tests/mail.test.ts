import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { createSmtpTransport } from '../src/platform/mail/index.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { password, signUpAndConfirm } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();

const signUp = (email: string, name = 'Some Body', at = instance) =>
  createTestClient(at.url)('POST', '/api/auth/sign-up/email', { name, email, password });
const job = async (email: string) =>
  (
    await sql<{
      attempts: number;
      state: string;
      lastError: string | null;
      isDue: boolean;
    }>`select m.attempts, state, last_error as "lastError", exists (select 1 from jobs where id = m.id and dead_at is null) as "isDue"
      from mails m where recipient = ${email} order by m.id desc limit 1`.execute(instance.db)
  ).rows[0];

test('an email has both parts, names its sender, and escapes all names', async () => {
  const email = 'words@example.org';
  await signUpAndConfirm(instance, 'Mallory <b>"&', email);
  assertOk(
    await createTestClient(instance.url)('POST', '/api/auth/request-password-reset', { email }),
  );
  const { mail, raw } = await instance.mailbox.waitFor(email, /Reset/);
  assert.equal(mail.from?.address, 'insignia@example.org');
  assert.match(mail.messageId ?? '', /^<[0-9a-f-]{36}@127\.0\.0\.1>$/);
  assert.match(raw, /Auto-Submitted: auto-generated/);
  assert.ok(mail.text?.includes('Mallory <b>"&') && mail.text.includes('/reset-password?token='));
  assert.ok(
    mail.html?.includes('Mallory &lt;b&gt;&quot;&amp;') &&
      mail.html.includes('/reset-password?token='),
  );
  assert.doesNotMatch(mail.html ?? '', /<img|<script/i);
});

test('an email that the server defers is sent later, once, with the same Message-ID', async () => {
  instance.mailbox.refuse({ code: 421, message: 'come back later' });
  assertOk(await signUp('later@example.org'));
  await waitForCondition(
    'one attempt failed',
    async () => (await job('later@example.org'))?.attempts === 1,
  );
  instance.mailbox.refuse(undefined);
  // An earlier test's email may have arrived before its job has ended.
  const { rows } = await sql<{ id: string }>`
    update jobs set run_at = now() from mails m
    where m.id = jobs.id and m.recipient = 'later@example.org' returning jobs.id`.execute(
    instance.db,
  );
  const { mail } = await instance.mailbox.waitFor('later@example.org');
  assert.ok(mail.messageId?.includes(rows[0]?.id ?? 'none'));
  await waitForCondition(
    'recorded',
    async () => (await job('later@example.org'))?.state === 'sent',
  );
  assert.equal(
    instance.mailbox.received.filter(({ to }) => to.includes('later@example.org')).length,
    1,
  );
});

test('an email that the server rejects permanently is bounced and not retried', async () => {
  instance.mailbox.refuse({ code: 550, message: 'no such mailbox' });
  assertOk(await signUp('nobody@example.org'));
  await waitForCondition(
    'bounced',
    async () => (await job('nobody@example.org'))?.state === 'bounced',
  );
  await waitForCondition(
    'given up',
    async () => (await job('nobody@example.org'))?.isDue === false,
  );
  instance.mailbox.refuse(undefined);
});

test('an email that another worker may be sending is not sent, and the next one is', async () => {
  const transport = createSmtpTransport(
    instance.mailbox.url,
    { name: '', address: 'a@example.org' },
    1,
  );
  const to = 'lost@example.org';
  const message = {
    to,
    mark: 'm',
    messageId: '<lost@example.org>',
    subject: 'Lost',
    text: 'x',
    html: 'x',
  };
  const lost = () => new Error('another worker may have it now');
  await assert.rejects(transport.send(message, lost), /another worker/);
  await transport.send({ ...message, subject: 'Kept' }, () => undefined);
  transport.close();
  await instance.mailbox.waitFor(to, /Kept/);
  const subjects = instance.mailbox.received.filter((each) => each.to[0] === to);
  assert.deepEqual(
    subjects.map(({ mail }) => mail.subject),
    ['Kept'],
  );
});

test('a sign-up does not wait for the mail server', async () => {
  const away = await startInstance({ SMTP_URL: 'smtp://127.0.0.1:9' });
  assertOk(await signUp('waiting@example.org', 'Waiting', away));
  const { rows } = await sql<{ n: number }>`select count(*)::int n from jobs`.execute(away.db);
  assert.equal(rows[0]?.n, 1);
  await away.stop();
});

test('without SMTP each email is written to a file', async () => {
  const files = await startInstance({ SMTP_URL: '' });
  assertOk(await signUp('file@example.org', 'File', files));
  const directory = join(files.config.dataDir, 'mail');
  await waitForCondition('a file', async () =>
    (await readdir(directory).catch(() => [])).some((name) => name.endsWith('.eml')),
  );
  const [name = ''] = await readdir(directory);
  const mail = await PostalMime.parse(await readFile(join(directory, name)));
  assert.equal(mail.to?.[0]?.address, 'file@example.org');
  await files.stop();
});
